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
import { limitKeyOf, type RateWindow, type Searcher } from '#server/actor.ts'
import { serve } from '#server/doors/web/serve.ts'
import { tooOften } from '#server/errors.ts'
import {
  type ReadUsage,
  readSearchHistory,
  readUsageStats,
} from '#server/features/search/allowance/read-usage.ts'
import type { SearchGate } from '#server/features/search/allowance/search-gate.ts'
import { type ReadBrief, readBrief } from '#server/features/search/brief/read-brief.ts'
import { downloadResults } from '#server/features/search/saved/download-results.ts'
import { readResultPost, readSavedResults } from '#server/features/search/saved/read-saved-results.ts'
import { runSearch } from './run-search.ts'
import { type StreamSearch, streamSearch } from './stream-search.ts'

export interface SearchRoutes extends StreamSearch, ReadBrief, ReadUsage {
  gate: SearchGate
  /**
   * Saved results, their posts and downloads do not count as searches, so their number per minute is limited.
   */
  mayReadResults: RateWindow
  mayReadPosts: RateWindow
  mayReadBrief: RateWindow
}

export function addSearchRoutes(app: FastifyInstance, deps: SearchRoutes): void {
  /** Limits the reads of a caller per minute, and waits for a free slot of the search gate. */
  const read = async <T>(caller: Searcher, may: RateWindow, work: () => Promise<T>) => {
    if (!(await may(limitKeyOf(caller)))) throw tooOften('Saved results were read too often', 'reading')
    return deps.gate.pass(limitKeyOf(caller), work)
  }
  serve(app, searchEndpoint, ({ body, caller, write }) =>
    deps.gate.pass(limitKeyOf(caller), (away) => runSearch(deps, caller, { ...body, write, away })),
  )
  serve(app, searchStreamEndpoint, ({ body, caller }) =>
    deps.gate.pass(limitKeyOf(caller), () => streamSearch(deps, caller, body.keyword)),
  )
  serve(app, savedResultsEndpoint, ({ params, caller }) =>
    read(caller, deps.mayReadResults, () => readSavedResults(deps, caller, params.sessionToken)),
  )
  serve(app, downloadEndpoint, ({ params, caller }) =>
    read(caller, deps.mayReadResults, () => downloadResults(deps, caller, params.sessionId)),
  )
  serve(app, readPostEndpoint, ({ params, caller }) =>
    read(caller, deps.mayReadPosts, () => readResultPost(deps, caller, params)),
  )
  serve(app, briefEndpoint, ({ params, caller }) =>
    read(caller, deps.mayReadBrief, () => readBrief(deps, caller, params.sessionToken)),
  )
  serve(app, examplesEndpoint, async () => ({ examples: await deps.examples.list() }))
  serve(app, usageStatsEndpoint, ({ caller }) => readUsageStats(deps, caller.userId))
  serve(app, searchHistoryEndpoint, ({ caller }) => readSearchHistory(deps, caller.userId))
}
