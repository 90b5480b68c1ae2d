import { limits } from '#contract/limits.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import {
  type ArchiveSearchStore,
  makeArchiveSearchStore,
} from '#server/features/archive/find/archive-search-store.ts'
import {
  type ArchiveIndex,
  indexedSearch,
  openArchiveIndex,
} from '#server/features/archive/find/index/archive-index.ts'
import { rankStored } from '#server/features/archive/find/rank-stored.ts'
import {
  archiveSource,
  listMatches,
  readArchiveVersion,
} from '#server/features/archive/find/search-archive.ts'
import { makeSuggestRelated, makeSuggestSpelling } from '#server/features/archive/find/suggest-keywords.ts'
import { makeSuggestionsStore } from '#server/features/archive/find/suggestions-store.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storeFoundPosts } from '#server/features/archive/store/store-source-posts.ts'
import type { PostMatcher } from '#server/features/search/brief/read-brief.ts'
import { type PostArchiver, type SourceList, withArchive } from '#server/features/search/run/find-posts.ts'
import type { Thesaurus } from '#server/matching/keyword-rules.ts'
import { marketWords, shippedThesaurus } from '#server/matching/shipped-thesaurus.ts'
import { cachedFor } from '#server/operations/cached-for.ts'
import type { ArchiveVersion, DiscussionSource } from '#server/source-ports.ts'
import { postsScorer } from './wire-texts.ts'
import type { Wired } from './wired.ts'

/** What the archive contributes to a brief. The database server cancels a query that is too slow. */
const briefMatches = () => ({
  leastScore: limits.potentialScore,
  posts: limits.briefPosts + limits.resultsPerSearch,
  signal: AbortSignal.timeout(5_000),
})

type Ranking = { store: ArchiveSearchStore; thesaurus: Thesaurus }

/** Stores the posts of a live source and ranks them like those of the archive. */
function postArchiver({ database, workers, warn }: Wired, ranking: Ranking): PostArchiver {
  const store = makeArchiveStore(database.db)
  const listPosts = (ids: readonly number[]) => ranking.store.listPosts(ids)
  const onSetAside = (sentence: string) => warn(sentence, undefined)
  const archiving = {
    onSetAside,
    store,
    scorer: shippedScorer(),
    scorePosts: postsScorer(workers),
    listPosts,
  }
  return {
    async storePosts(posts, query) {
      const stored = await storeFoundPosts(archiving, posts)
      return rankStored(ranking, stored, query)
    },
  }
}

/** The sources to search: the archive and the active live sources. */
function searchedSources({ database, replaced, warn }: Wired, ranking: Ranking, live: SourceList) {
  const suggestSpelling = makeSuggestSpelling(
    { store: makeSuggestionsStore(database.db), marketWords: marketWords() },
    warn,
  )
  const archive = archiveSource({ ...ranking, suggestSpelling }, replaced.archiveTimeLimitMs)
  const { sources } = replaced
  if (sources === undefined) return withArchive(archive, live)
  const prepare: SourceList['prepare'] = (query) => {
    // If a test kept both `prepare` and `search` of the archive, only `search` is prepared.
    const prepareOne = (source: DiscussionSource): DiscussionSource => {
      if (source.prepare !== archive.prepare) return source.prepare?.(query) ?? source
      if (source.search !== archive.search) return source
      const found = archive.prepare?.(query) ?? source
      return { ...source, search: (asked, options) => found.search(asked, options) }
    }
    const prepared = sources(archive).map(prepareOne)
    return { listSources: async () => prepared }
  }
  return { prepare, listSources: async () => sources(archive) }
}

/** The counts are updated once an hour. */
const sharesCachedMs = 10_000

/** Cached results also depend on the index, which follows the archive with a short delay. */
const versionOf =
  (readStored: () => Promise<string>, index: Pick<ArchiveIndex, 'version'>): ArchiveVersion =>
  async () => {
    const version = index.version()
    return `${version} ${await readStored()}`
  }

/** The archive and the live sources, as a search uses them. */
export function wireArchive(wired: Wired, live: SourceList) {
  const { config, database, clock, warn } = wired
  const stored = makeArchiveSearchStore(database.db)
  const shares = cachedFor(
    sharesCachedMs,
    () => stored.listBusinessShares(),
    () => new Date(),
  )
  const index = openArchiveIndex(config.dataDir, shares)
  const archive = indexedSearch(stored, index, warn)
  const ranking = { store: archive, thesaurus: shippedThesaurus() }
  return {
    archive,
    sensesOf: ranking.thesaurus,
    archiveVersion: versionOf(
      cachedFor(1000, () => readArchiveVersion(archive), clock),
      index,
    ),
    closeIndex: () => index.close(),
    sources: searchedSources(wired, ranking, live),
    archiver: postArchiver(wired, ranking),
    matcher: {
      listMatches: (query) => listMatches(ranking, query, briefMatches()),
      rankPosts: (posts, query) => rankStored(ranking, posts, query),
    } satisfies PostMatcher,
    suggestRelated: makeSuggestRelated(makeSuggestionsStore(database.db), {
      thesaurus: ranking.thesaurus,
      warn,
    }),
  }
}
