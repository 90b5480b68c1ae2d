import type { FastifyInstance } from 'fastify'
import { examplesEndpoint } from '#contract/examples.ts'
import { readPostEndpoint } from '#contract/posts.ts'
import {
  downloadEndpoint,
  savedResultsEndpoint,
  searchEndpoint,
  searchStreamEndpoint,
} from '#contract/search.ts'
import { briefEndpoint } from '#contract/search-brief.ts'
import { searchHistoryEndpoint, usageStatsEndpoint } from '#contract/usage.ts'
import { tooOften } from '#server/errors.ts'
import { serve } from '#server/http/serve.ts'
import { downloadResults } from './download-results.ts'
import { type ReadBrief, readBrief } from './read-brief.ts'
import { readResultPost, readSavedResults } from './read-saved-results.ts'
import { type ReadUsage, readSearchHistory, readUsageStats } from './read-usage.ts'
import { runSearch } from './run-search.ts'
import type { RateWindow, SearchGate } from './search-gate.ts'
import { type StreamSearch, streamSearch } from './stream-search.ts'

export interface SearchRoutes extends StreamSearch, ReadBrief, ReadUsage {
  gate: SearchGate
  mayReadBrief: RateWindow
}

export function addSearchRoutes(app: FastifyInstance, deps: SearchRoutes): void {
  serve(app, searchEndpoint, ({ body, caller, write }) =>
    deps.gate.pass(() => runSearch(deps, caller, { ...body, write })),
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
  serve(app, readPostEndpoint, ({ params, caller }) => readResultPost(deps, caller, params))
  serve(app, briefEndpoint, ({ params, caller }) => {
    if (!deps.mayReadBrief(caller.address)) throw tooOften('Briefs were asked for too often', 'results')
    return deps.gate.pass(() => readBrief(deps, caller, params.sessionToken))
  })
  serve(app, examplesEndpoint, async () => ({ examples: await deps.examples.list() }))
  serve(app, usageStatsEndpoint, ({ caller }) => readUsageStats(deps, caller.userId))
  serve(app, searchHistoryEndpoint, ({ caller }) => readSearchHistory(deps, caller.userId))
}
