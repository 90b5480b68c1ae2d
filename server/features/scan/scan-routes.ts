import type { FastifyInstance } from 'fastify'
import * as runs from '#contract/admin-scan.ts'
import * as keywords from '#contract/admin-scan-keywords.ts'
import { serve } from '#server/http/serve.ts'
import { addKeywords, changeKeywords, listKeywords, type ManageKeywords } from './manage-keywords.ts'
import { type ReadScan, readScan } from './read-scan.ts'
import { type AskForScan, askForScan } from './start-scan.ts'

export function addScanRoutes(app: FastifyInstance, deps: ReadScan & AskForScan & ManageKeywords): void {
  serve(app, runs.adminScanEndpoint, () => readScan(deps))
  serve(app, runs.startScanEndpoint, ({ caller }) => askForScan(deps, caller))
  serve(app, keywords.scanKeywordsEndpoint, () => listKeywords(deps))
  serve(app, keywords.addScanKeywordsEndpoint, ({ caller, body }) => addKeywords(deps, caller, body))
  serve(app, keywords.changeScanKeywordsEndpoint, ({ caller, body }) => changeKeywords(deps, caller, body))
}
