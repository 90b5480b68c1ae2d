import type { FastifyInstance } from 'fastify'
import { examplesEndpoint } from '#contract/examples.ts'
import {
  downloadEndpoint,
  savedResultsEndpoint,
  searchEndpoint,
  searchStreamEndpoint,
} from '#contract/search.ts'
import { searchHistoryEndpoint, usageStatsEndpoint } from '#contract/usage.ts'
import { serve } from '#server/http/serve.ts'
import { downloadResults } from './download-results.ts'
import type { ExampleSearches } from './example-searches.ts'
import { type ReadSavedResults, readSavedResults } from './read-saved-results.ts'
import { type ReadUsage, readSearchHistory, readUsageStats } from './read-usage.ts'
import { runSearch } from './run-search.ts'
import type { SearchGate } from './search-gate.ts'
import { type StreamSearch, streamSearch } from './stream-search.ts'

export type SearchRoutes = StreamSearch &
  ReadSavedResults &
  ReadUsage & { gate: SearchGate; examples: ExampleSearches }

export function addSearchRoutes(app: FastifyInstance, deps: SearchRoutes): void {
  serve(app, searchEndpoint, ({ body, caller }) =>
    deps.gate.pass(() => runSearch(deps, caller, body.keyword)),
  )
  serve(app, searchStreamEndpoint, ({ body, caller }) =>
    deps.gate.pass(() => streamSearch(deps, caller, body.keyword)),
  )
  serve(app, savedResultsEndpoint, ({ params, caller }) =>
    deps.gate.pass(() => readSavedResults(deps, caller, params.sessionToken)),
  )
  serve(app, downloadEndpoint, async ({ params, caller }) => {
    const { fileName, content } = await deps.gate.pass(() => downloadResults(deps, caller, params.sessionId))
    return { fileName, content, mediaType: 'text/csv; charset=utf-8' }
  })
  serve(app, examplesEndpoint, async () => ({ examples: await deps.examples.list() }))
  serve(app, usageStatsEndpoint, ({ caller }) => readUsageStats(deps, caller.userId))
  serve(app, searchHistoryEndpoint, ({ caller }) => readSearchHistory(deps, caller.userId))
}
