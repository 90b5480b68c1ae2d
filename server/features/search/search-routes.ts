import type { FastifyInstance } from 'fastify'
import { downloadEndpoint, savedResultsEndpoint, searchEndpoint } from '#contract/search.ts'
import { serve } from '#server/http/serve.ts'
import { downloadResults } from './download-results.ts'
import { type ReadSavedResults, readSavedResults } from './read-saved-results.ts'
import { type RunSearch, runSearch } from './run-search.ts'

export function addSearchRoutes(app: FastifyInstance, deps: RunSearch & ReadSavedResults): void {
  serve(app, searchEndpoint, ({ body, caller }) => runSearch(deps, caller, body.keyword))
  serve(app, savedResultsEndpoint, ({ params }) => readSavedResults(deps, params.sessionToken))
  serve(app, downloadEndpoint, async ({ params }) => {
    const { fileName, content } = await downloadResults(deps, params.sessionId)
    return { fileName, content, mediaType: 'text/csv; charset=utf-8' }
  })
}
