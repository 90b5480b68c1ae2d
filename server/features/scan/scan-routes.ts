import type { FastifyInstance } from 'fastify'
import { adminScanEndpoint, startScanEndpoint } from '#contract/admin-scan.ts'
import { serve } from '#server/http/serve.ts'
import { type AskForScan, askForScan } from './ask-for-scan.ts'
import { type ReadScan, readScan } from './read-scan.ts'

/** The daily scan in the operator's area. */
export function addScanRoutes(app: FastifyInstance, deps: ReadScan & AskForScan): void {
  serve(app, adminScanEndpoint, () => readScan(deps))
  serve(app, startScanEndpoint, ({ caller }) => askForScan(deps, caller))
}
