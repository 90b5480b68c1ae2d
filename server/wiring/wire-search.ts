import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { makeToken } from '#server/database/secret-token.ts'
import type { RenderResults } from '#server/doors/web/page-template.ts'
import type { ComparedPosts } from '#server/features/own/brief-material.ts'
import { makePaidSearchStore } from '#server/features/search/allowance/paid-search-store.ts'
import { makeQuotaStore } from '#server/features/search/allowance/quota-store.ts'
import { makeSearchGate } from '#server/features/search/allowance/search-gate.ts'
import { makeSearchQuota } from '#server/features/search/allowance/search-quota.ts'
import { makeAllowanceKey, makeUsageStore } from '#server/features/search/allowance/usage-store.ts'
import type { BriefPost } from '#server/features/search/brief/brief-rules.ts'
import { makeBriefCache } from '#server/features/search/brief/read-brief.ts'
import {
  type ResultsRenderer,
  renderSavedResults,
} from '#server/features/search/brief/render-saved-results.ts'
import { makeAnswerCache, makeLiveAnswers } from '#server/features/search/run/answer-cache.ts'
import { makePostFinder, type SourceList } from '#server/features/search/run/find-posts.ts'
import { makePaidSearches } from '#server/features/search/run/paid-searches.ts'
import { addSearchRoutes } from '#server/features/search/run/search-routes.ts'
import { makeExampleSearches } from '#server/features/search/saved/example-searches.ts'
import { makeSavedResultsStore } from '#server/features/search/saved/saved-results-store.ts'
import { makeCommunityListStore } from '#server/features/sources/community-list-store.ts'
import { wireArchive } from './wire-archive.ts'
import { billingFact } from './wire-billing.ts'
import { quietRepeats } from './wire-health.ts'
import type { ProductWorkers } from './wire-workers.ts'
import type { Wired } from './wired.ts'

export type Search = ReturnType<typeof wireSearch>

/** A search uses at most two connections. The rest is left for other requests. */
const searchesAtOnce = (processes: number) => Math.max(2, Math.ceil(availableParallelism() / processes))
const searchLimits = {
  checkMs: 1_000,
  mostWaiting: 1_500,
  mostOfOne: 750,
}
/** Limits per user, or per network for visitors. People do not reach them in normal use. */
const liveSearchesPerMinute = 10
const readsPerMinute = { results: 120, posts: 300, briefs: 30, pages: 30 }

function searchAllowances({ config, database: { db }, cookieSecrets: [secret = ''] }: Wired) {
  const usage = makeUsageStore(db, makeAllowanceKey(secret))
  const quota = makeSearchQuota({
    store: makeQuotaStore(db),
    usage,
    visitorLimits: {
      perVisitor: limits.visitorSearchesPerDay,
      perAddress: config.anonymousDailyLimitPerAddress,
    },
    billing: billingFact(config.payments),
    isSelfHosted: config.isSelfHosted,
  })
  return { quota, usage }
}

function briefWork(workers: ProductWorkers) {
  return {
    composeBrief: (owner: string, posts: readonly BriefPost[]) =>
      workers.call({ owner }, 'composeBrief', posts),
    countAlike: (owner: string, compared: ComparedPosts) => workers.call({ owner }, 'countAlike', compared),
  }
}

export function wireSearch(wired: Wired, live: SourceList) {
  const { config, database, clock, replaced, watch, warn, workers, together } = wired
  const { sources, archiver, ...archiveParts } = wireArchive(wired, live)
  const { archive, archiveVersion } = archiveParts
  const cacheMs = config.searchCacheSeconds * 1000
  const gate = makeSearchGate({
    ...searchLimits,
    atOnce: searchesAtOnce(together.processes),
    checkMs: replaced.searchCheckMs ?? searchLimits.checkMs,
  })
  const finder = makePostFinder({
    sources,
    isCrowded: gate.isCrowded,
    watchSource: watch.watchSource,
    archiver,
    liveAnswers: makeLiveAnswers(cacheMs, archive),
    warn: quietRepeats(warn),
  })
  const parts = {
    ...searchAllowances(wired),
    clock,
    warn,
    scorerVersion: shippedScorer().version,
    ...archiveParts,
    saved: makeSavedResultsStore(database.db),
    lists: makeCommunityListStore(database.db),
    finder,
    answers: makeAnswerCache(cacheMs),
    paid: makePaidSearches({ store: makePaidSearchStore(database.db), clock, lifetimeMs: cacheMs }),
    examples: makeExampleSearches({ finder, archiveVersion, clock }),
    briefs: makeBriefCache(),
    ...briefWork(workers),
    gate,
    mayAskLive: together.rateWindow('live searches', liveSearchesPerMinute),
    mayReadResults: together.rateWindow('reads of results', readsPerMinute.results),
    mayReadPosts: together.rateWindow('reads of posts', readsPerMinute.posts),
    mayReadBrief: together.rateWindow('reads of briefs', readsPerMinute.briefs),
    mayRender: together.rateWindow('rendered pages', readsPerMinute.pages),
    makeToken,
    resultsKeptDays: config.resultsKeptDays,
  }
  return {
    ...parts,
    listSources: async () =>
      (await sources.listSources()).map(({ name, notice = null }) => ({ name, notice })),
    renderResults:
      (renderer: ResultsRenderer): RenderResults =>
      (asked) =>
        parts.gate.pass(asked.visitor.address, () =>
          renderSavedResults({ ...parts, renderResults: renderer }, asked),
        ),
    addRoutes: (app: FastifyInstance) => addSearchRoutes(app, parts),
    async clean() {
      await parts.saved.deleteExpired(clock())
      await parts.quota.deleteOldCounts(clock())
      await parts.paid.clean()
    },
  }
}
