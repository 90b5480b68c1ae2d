import type { FastifyInstance } from 'fastify'
import * as scan from '#contract/admin-scan.ts'
import { serve } from '#server/doors/web/serve.ts'
import { addKeywords, changeKeywords, listKeywords, type ManageKeywords } from './manage-keywords.ts'
import { type ReadScan, readScan } from './read-scan.ts'
import { type ReleaseHeld, releaseHeld } from './release-held.ts'
import { type AskForScan, askForScan } from './start-scan.ts'

export function addScanRoutes(
  app: FastifyInstance,
  deps: ReadScan & AskForScan & ManageKeywords & ReleaseHeld,
): void {
  serve(app, scan.adminScanEndpoint, () => readScan(deps))
  serve(app, scan.startScanEndpoint, ({ caller }) => askForScan(deps, caller))
  serve(app, scan.releaseHeldEndpoint, ({ caller, body }) => releaseHeld(deps, body.source, caller))
  serve(app, scan.scanKeywordsEndpoint, () => listKeywords(deps))
  serve(app, scan.addScanKeywordsEndpoint, ({ caller, body }) => addKeywords(deps, caller, body))
  serve(app, scan.changeScanKeywordsEndpoint, ({ caller, body }) => changeKeywords(deps, caller, body))
}
