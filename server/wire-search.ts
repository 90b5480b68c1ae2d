import { availableParallelism } from 'node:os'
import { parseKeyword } from '#contract/keyword-terms.ts'
import { limits } from '#contract/limits.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { type ArchiveSearchStore, makeArchiveSearchStore } from './features/archive/archive-search-store.ts'
import { makeArchiveStore } from './features/archive/archive-store.ts'
import { makeArchiveVersion } from './features/archive/archive-version.ts'
import { keepFoundPosts } from './features/archive/keep-posts.ts'
import { archiveSource, listMatches, rankKept } from './features/archive/search-archive.ts'
import { shippedThesaurus } from './features/archive/shipped-thesaurus.ts'
import { makeSuggestKeywords } from './features/archive/suggest-keywords.ts'
import { makeSuggestionsStore } from './features/archive/suggestions-store.ts'
import { makeCommunityListStore } from './features/lists/community-list-store.ts'
import { visitorLimits } from './features/search/allowance-rules.ts'
import { makeAnswerCache } from './features/search/answer-cache.ts'
import { askSource } from './features/search/ask-source.ts'
import { makeExampleSearches } from './features/search/example-searches.ts'
import { type FoundQuery, findPosts, mergeOutcomes } from './features/search/find-posts.ts'
import { makeLiveAnswers } from './features/search/live-answers.ts'
import { makeRateWindow } from './features/search/rate-window.ts'
import { keepBriefs } from './features/search/read-brief.ts'
import { makeSearchGate } from './features/search/search-gate.ts'
import { makeSearchStore } from './features/search/search-store.ts'
import { makeUsageStore } from './features/search/usage-store.ts'
import type { ArchivedPost, Clock, Post, SourceQuery } from './ports.ts'
import { quietRepeats } from './quiet-repeats.ts'
import { billingFact } from './wire-billing.ts'
import type { Scan } from './wire-scan.ts'
import type { LiveNow } from './wire-source-calls.ts'
import type { Watched } from './wired.ts'

/** A search takes two connections at most: what everybody else needs is left free. */
const searchLimits = { atOnce: Math.max(2, availableParallelism()), waitMs: 2_000, mostWaiting: 200 }

/** What a brief takes from the archive; the server stops a query that takes longer. */
const briefMatches = () => ({
  leastScore: limits.potentialScore,
  posts: limits.briefPosts + limits.resultsPerSearch,
  signal: AbortSignal.timeout(5_000),
})

/** Keeps what a live source found, and ranks it as the archive does. */
function keepFound({ database, enlistLive }: Watched & Pick<Scan, 'enlistLive'>, store: ArchiveSearchStore) {
  const { scorePost, version: scorerVersion } = shippedScorer()
  const keepIn = {
    store: makeArchiveStore(database.db),
    listPosts: (ids: readonly number[]) => store.listPosts(ids),
    scorePost,
    scorerVersion,
  }
  return async (posts: readonly Post[], query: SourceQuery) => {
    const kept = await keepFoundPosts(keepIn, posts)
    await enlistLive(kept)
    return rankKept({ store, thesaurus: shippedThesaurus() }, kept, query)
  }
}

/** What is read of the archive once a search is kept. */
const archiveReads = (archiveSearch: ArchiveSearchStore) => ({
  archiveSearch,
  listMatches: (query: SourceQuery) =>
    listMatches({ store: archiveSearch, thesaurus: shippedThesaurus() }, query, briefMatches()),
  rankPosts: (posts: readonly ArchivedPost[], query: SourceQuery) =>
    rankKept({ store: archiveSearch, thesaurus: shippedThesaurus() }, posts, query),
  readPosts: (ids: readonly number[]) => archiveSearch.listPosts(ids),
  readTexts: (ids: readonly number[]) => archiveSearch.listTexts(ids),
  readReasons: (ids: readonly number[]) => archiveSearch.listReasons(ids),
})

/** Searches over the archive and whatever else can be searched now. */
export function wireSearch(
  wired: Watched & Pick<Scan, 'enlistLive'>,
  live: Pick<LiveNow, 'listSources'>,
  clock: Clock,
) {
  const { config, database, replaced, watch, warn, allowanceKey } = wired
  const archiveSearch = makeArchiveSearchStore(database.db)
  const reads = archiveReads(archiveSearch)
  const lists = makeCommunityListStore(database.db)
  const archive = archiveSource(
    {
      store: archiveSearch,
      thesaurus: shippedThesaurus(),
      suggest: makeSuggestKeywords(makeSuggestionsStore(database.db), warn),
    },
    replaced.archiveTimeLimitMs,
  )
  const findIn = {
    keepPosts: keepFound(wired, archiveSearch),
    liveAnswers: makeLiveAnswers(config.searchCacheSeconds * 1000, reads.readPosts),
    warn: quietRepeats(warn),
  }
  const listSources = async () => replaced.sources?.(archive) ?? [archive, ...(await live.listSources())]
  const openSearch = async () => {
    const sources = (await listSources()).map(watch.watchSource)
    return {
      key: sources.map(({ name }) => name).join(' '),
      findPosts: (query: FoundQuery) => findPosts({ ...findIn, sources }, query),
    }
  }
  /** The archive alone: an example spends no call of a live source. */
  const findInArchive = async (keyword: string) => {
    const source = (await listSources()).find(({ name }) => name === 'archive')
    const outcome = source && (await askSource(findIn, source, parseKeyword(keyword)))
    return outcome === undefined || outcome.coverage.failed !== null ? null : mergeOutcomes([outcome])
  }
  const archiveVersion = makeArchiveVersion(archiveSearch, clock)
  /** Of one person or address: more than a person makes. */
  const perMinute = (most: number) => makeRateWindow(most, () => clock().getTime())
  return {
    clock,
    warn,
    listSources: async () => (await listSources()).map(({ name, notice = null }) => ({ name, notice })),
    scorerVersion: shippedScorer().version,
    store: makeSearchStore(database.db),
    usage: makeUsageStore(database.db, allowanceKey),
    openSearch,
    findListed: (userId: string, names: readonly string[]) => lists.findListed(userId, names),
    examples: makeExampleSearches({ findInArchive, archiveVersion, clock }),
    mayAskLive: perMinute(10),
    mayReadBrief: perMinute(30),
    briefs: keepBriefs(),
    mayRender: perMinute(30),
    gate: makeSearchGate({ ...searchLimits, waitMs: replaced.searchWaitMs ?? searchLimits.waitMs }),
    answers: makeAnswerCache(config.searchCacheSeconds * 1000),
    archiveVersion,
    proIsSold: billingFact(config.payments) !== 'off',
    visitorLimits: visitorLimits(config.anonymousDailyLimitPerAddress),
    resultsKeptDays: config.resultsKeptDays,
    ...reads,
    lists,
  }
}
