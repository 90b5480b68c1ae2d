import type { FastifyInstance } from 'fastify'
import {
  addScanKeywordsEndpoint,
  adminScanEndpoint,
  changeScanKeywordsEndpoint,
  scanKeywordsEndpoint,
  startScanEndpoint,
} from '#contract/admin-scan.ts'
import { serve } from '#server/http/serve.ts'
import { addKeywords, changeKeywords, listKeywords, type ManageKeywords } from './manage-keywords.ts'
import { type ReadScan, readScan } from './read-scan.ts'
import { type AskForScan, askForScan } from './start-scan.ts'

export function addScanRoutes(app: FastifyInstance, deps: ReadScan & AskForScan & ManageKeywords): void {
  serve(app, adminScanEndpoint, () => readScan(deps))
  serve(app, startScanEndpoint, ({ caller }) => askForScan(deps, caller))
  serve(app, scanKeywordsEndpoint, () => listKeywords(deps))
  serve(app, addScanKeywordsEndpoint, ({ caller, body }) => addKeywords(deps, caller, body))
  serve(app, changeScanKeywordsEndpoint, ({ caller, body }) => changeKeywords(deps, caller, body))
}
