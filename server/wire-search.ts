import { availableParallelism } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { limits } from '#contract/limits.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { cachedFor } from './cached-for.ts'
import { type ArchiveSearchStore, makeArchiveSearchStore } from './features/archive/archive-search-store.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import {
  archiveSource,
  listMatches,
  rankStored,
  readArchiveVersion,
} from './features/archive/search-archive.ts'
import { shippedThesaurus } from './features/archive/shipped-thesaurus.ts'
import { storeFoundPosts } from './features/archive/store-posts.ts'
import { makeSuggestRelated, makeSuggestSpelling } from './features/archive/suggest-keywords.ts'
import { makeSuggestionsStore } from './features/archive/suggestions-store.ts'
import type { Thesaurus } from './features/archive/thesaurus-rules.ts'
import { makeCommunityListStore } from './features/lists/community-list-store.ts'
import { dayStart } from './features/search/allowance-rules.ts'
import { makeAnswerCache, makeLiveAnswers } from './features/search/answer-cache.ts'
import { makeExampleSearches } from './features/search/example-searches.ts'
import {
  makePostFinder,
  type PostArchiver,
  type SourceList,
  withArchive,
} from './features/search/find-posts.ts'
import { makeBriefCache, type PostMatcher } from './features/search/read-brief.ts'
import { type ResultsRenderer, renderSavedResults } from './features/search/render-saved-results.ts'
import { makeRateWindow, makeSearchGate } from './features/search/search-gate.ts'
import { makeSearchQuota } from './features/search/search-quota.ts'
import { addSearchRoutes } from './features/search/search-routes.ts'
import { makeQuotaStore, makeSavedSearchStore } from './features/search/search-store.ts'
import { makeAllowanceKey, makeUsageStore } from './features/search/usage-store.ts'
import type { RenderResults } from './http/page-template.ts'
import { makeToken } from './secret-token.ts'
import { billingFact } from './wire-billing.ts'
import { quietRepeats } from './wire-health.ts'
import type { Scan } from './wire-scan.ts'
import type { Wired } from './wired.ts'

export type Search = ReturnType<typeof wireSearch>

/** A search takes two connections at most: what everybody else needs is left free. */
const searchLimits = { atOnce: Math.max(2, availableParallelism()), waitMs: 2_000, mostWaiting: 200 }

/** What a brief takes from the archive; the server stops a query that takes longer. */
const briefMatches = () => ({
  leastScore: limits.potentialScore,
  posts: limits.briefPosts + limits.resultsPerSearch,
  signal: AbortSignal.timeout(5_000),
})

type EnlistLive = Pick<Scan, 'enlistLive'>

type Ranking = { store: ArchiveSearchStore; thesaurus: Thesaurus }

/** Stores what a live source found, and ranks it as the archive does. */
function postArchiver({ database }: Wired, ranking: Ranking, { enlistLive }: EnlistLive): PostArchiver {
  const store = makeArchiveStore(database.db)
  const listPosts = (ids: readonly number[]) => ranking.store.listPosts(ids)
  return {
    async storePosts(posts, query) {
      const stored = await storeFoundPosts({ store, scorer: shippedScorer(), listPosts }, posts)
      await enlistLive(stored)
      return rankStored(ranking, stored, query)
    },
  }
}

const archiveMatcher = (ranking: Ranking): PostMatcher => ({
  listMatches: (query) => listMatches(ranking, query, briefMatches()),
  rankPosts: (posts, query) => rankStored(ranking, posts, query),
})

/** What is searched: the archive, and the live sources that are on. */
function searchedSources({ database, replaced, warn }: Wired, ranking: Ranking, live: SourceList) {
  const suggestSpelling = makeSuggestSpelling(makeSuggestionsStore(database.db), warn)
  const archive = archiveSource({ ...ranking, suggestSpelling }, replaced.archiveTimeLimitMs)
  const { sources } = replaced
  if (sources === undefined) return withArchive(archive, live)
  const prepare: SourceList['prepare'] = (query) => {
    for (const source of sources(archive)) source.prepare?.(query)
  }
  return { prepare, listSources: async () => sources(archive) }
}

function searchAllowances({ config, database: { db }, cookieSecrets: [secret = ''] }: Wired) {
  const usage = makeUsageStore(db, makeAllowanceKey(secret))
  const quota = makeSearchQuota({
    store: makeQuotaStore(db),
    usage,
    visitorLimits: {
      perVisitor: limits.visitorSearchesPerDay,
      perAddress: config.anonymousDailyLimitPerAddress,
    },
    proIsSold: billingFact(config.payments) !== 'off',
  })
  return { quota, usage }
}

export function wireSearch(wired: Wired, live: SourceList, scan: EnlistLive) {
  const { config, database, clock, replaced, watch, warn } = wired
  const archive = makeArchiveSearchStore(database.db)
  const archiveVersion = cachedFor(1000, () => readArchiveVersion(archive), clock)
  const ranking = { store: archive, thesaurus: shippedThesaurus() }
  const sources = searchedSources(wired, ranking, live)
  const cacheMs = config.searchCacheSeconds * 1000
  const finder = makePostFinder({
    sources,
    watchSource: watch.watchSource,
    archiver: postArchiver(wired, ranking, scan),
    liveAnswers: makeLiveAnswers(cacheMs, archive),
    warn: quietRepeats(warn),
  })
  /** Of one person or address: more than a person makes. */
  const perMinute = (most: number) => makeRateWindow(most, clock)
  const parts = {
    ...searchAllowances(wired),
    clock,
    warn,
    scorerVersion: shippedScorer().version,
    archive,
    archiveVersion,
    matcher: archiveMatcher(ranking),
    suggestRelated: makeSuggestRelated(makeSuggestionsStore(database.db), warn),
    saved: makeSavedSearchStore(database.db),
    lists: makeCommunityListStore(database.db),
    finder,
    answers: makeAnswerCache(cacheMs),
    examples: makeExampleSearches({ finder, archiveVersion, clock }),
    briefs: makeBriefCache(),
    gate: makeSearchGate({ ...searchLimits, waitMs: replaced.searchWaitMs ?? searchLimits.waitMs }),
    mayAskLive: perMinute(10),
    mayReadBrief: perMinute(30),
    mayRender: perMinute(30),
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
        parts.gate.pass(() => renderSavedResults({ ...parts, renderResults: renderer }, asked)),
    addRoutes: (app: FastifyInstance) => addSearchRoutes(app, parts),
    clean: () => parts.saved.deleteExpired(clock(), dayStart(clock())),
  }
}
