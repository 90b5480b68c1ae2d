import { setImmediate as nextTurn } from 'node:timers/promises'
import { countableWords } from '#server/matching/archive-query-rules.ts'
import type { RankedKeyword } from '#server/matching/keyword-rules.ts'
import type { MeantPost } from '#server/matching/relevance-rules.ts'
import { type ArchiveSearchStore, communityKey, meantScore } from '../archive-search-store.ts'
import { type Candidate, type CandidateQuery, candidateLimits, type MeaningQuery } from '../candidate-rows.ts'
import { comparePlaces, type Place } from './compare-places.ts'
import { openGenerations } from './index-generations.ts'
import { matchSegment } from './match-segment.ts'
import type { Segment } from './open-segment.ts'
import { type PlaceLimits, placeFilter } from './place-filter.ts'
import { type CommunityFacts, featureReader, meantReader } from './post-features.ts'
import { readTsQuery } from './tsquery.ts'

/** After this time, other work of the process runs. */
const turnMs = 4

type Turns = { signal: AbortSignal; since: number }

/** Lets other work run between steps, and throws when the search is over. */
async function inTurns<T>(work: Generator<undefined, T>, turns: Turns): Promise<T> {
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
    if (performance.now() - turns.since < turnMs) continue
    await nextTurn()
    turns.signal.throwIfAborted()
    turns.since = performance.now()
  }
}

type Asked = PlaceLimits & { words: string; limit: number; leastScore: number }

/** The best posts of all segments. */
async function find(segments: readonly Segment[], asked: Asked, turns: Turns): Promise<Place[]> {
  const { words, limit, leastScore } = asked
  if (words === '') return []
  const matching = { query: readTsQuery(words), limit, leastScore, isWanted: placeFilter(asked) }
  const found: Place[] = []
  for (const segment of segments) {
    const posts = await inTurns(matchSegment(segment, matching), turns)
    for (const post of posts) found.push({ segment, post })
  }
  return segments.length === 1 ? found : found.sort(comparePlaces).slice(0, limit)
}

/** The business shares in `archive_communities`. Communities below its minimum share are missing. */
export type BusinessShares = ReadonlyMap<string, number>

/** Gives communities a number in the order of their first use, which is the same for all segments. */
function makeCommunityFacts() {
  const numbers = new Map<string, number>()
  return (shares: BusinessShares, { segment, post }: Place): CommunityFacts => {
    const community = segment.communities[segment.posts.communities[post] as number]
    const key = communityKey(community?.source ?? '', community?.name ?? '')
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return { business: shares.get(key) ?? 0, number }
  }
}

const kinds = ['all', 'exact', 'partial'] as const

/** The candidates of all kinds. If a post is of several kinds, it counts for the first kind. */
async function findKinds(segments: readonly Segment[], query: CandidateQuery, turns: Turns) {
  const found = new Map<number, Place & { kind: string }>()
  for (const kind of kinds) {
    const asked = {
      ...query,
      words: query[kind],
      limit: candidateLimits[kind],
      leastScore: query.filters?.leastScore ?? 0,
    }
    for (const { segment, post } of await find(segments, asked, turns)) {
      const id = segment.posts.ids[post] as number
      if (!found.has(id)) found.set(id, { segment, post, kind })
    }
  }
  return found
}

/** Whether a segment contains a post of this community (in lower case). */
function holdsCommunity({ communities, posts, isGone }: Segment, name: string): boolean {
  const own = new Set([...communities.keys()].filter((at) => communities[at]?.lower === name))
  return own.size > 0 && posts.communities.some((at, post) => own.has(at) && isGone[post] === 0)
}

const withoutWords = ({ lexemes, forms }: RankedKeyword) => ({
  places: lexemes.map(() => ''),
  hasForms: forms.map(() => false),
})

export type ArchiveIndex = ReturnType<typeof openArchiveIndex>

/**
 * The index in DATA_DIR, which another thread writes (`follow-archive.ts`). PostgreSQL stays the source of
 * truth. PostgreSQL also answers if there is no index or if the index cannot be read.
 */
export function openArchiveIndex(dataDir: string, readShares: () => Promise<BusinessShares>) {
  const generations = openGenerations(dataDir)
  const factsOf = makeCommunityFacts()
  const begin = (signal: AbortSignal): Turns => ({ signal, since: performance.now() })
  return {
    /** A value that changes when answers may change; '' while PostgreSQL answers. */
    version: () => String(generations.sequence() ?? ''),

    /** Like `ArchiveSearchStore.listCandidates`. Null if there is no index. */
    async listCandidates(query: CandidateQuery, signal: AbortSignal): Promise<Candidate[] | null> {
      const shares = await readShares()
      return generations.read(async (segments) => {
        const found = await findKinds(segments, query, begin(signal))
        const { keyword } = query
        const countable = keyword.isTree ? null : countableWords(keyword.terms)
        // As in SQL, the words of posts that lack the only term are ignored.
        const unread = countable === null && keyword.terms.length === 1 ? withoutWords(keyword) : {}
        const readers = new Map(
          segments.map((segment) => [segment, featureReader(segment, keyword, countable)]),
        )
        return [...found].flatMap(([archiveId, place]) => {
          const features = readers.get(place.segment)?.(place.post, factsOf(shares, place))
          return features === undefined
            ? []
            : [{ ...features, ...(place.kind === 'all' ? {} : unread), archiveId }]
        })
      })
    },

    /** Like `ArchiveSearchStore.listMeant`. Null if there is no index. */
    async listMeant(query: MeaningQuery, signal: AbortSignal): Promise<MeantPost[] | null> {
      return generations.read(async (segments) => {
        const asked = {
          ...query,
          limit: candidateLimits.meant,
          leastScore: Math.max(meantScore, query.filters?.leastScore ?? 0),
        }
        const found = await find(segments, asked, begin(signal))
        const readers = new Map(segments.map((segment) => [segment, meantReader(segment, query.keyword)]))
        return found.flatMap(({ segment, post }) => {
          const read = readers.get(segment)?.(post)
          return read === undefined ? [] : [{ ...read, archiveId: segment.posts.ids[post] as number }]
        })
      })
    },

    /** Like `ArchiveSearchStore.listUnknownCommunities`. Null if there is no index. */
    listUnknownCommunities: (names: readonly string[]): Promise<string[] | null> =>
      generations.read(async (segments) =>
        names.filter((name) => !segments.some((segment) => holdsCommunity(segment, name))),
      ),

    refresh: () => generations.refresh(),
    close: () => generations.close(),
  }
}

type Warn = (message: string, cause: unknown) => void

type AskedOfIndex = Pick<ArchiveSearchStore, 'listCandidates' | 'listMeant' | 'listUnknownCommunities'>

/**
 * Reads candidates from the index. PostgreSQL answers while there is no index, or if the index cannot be
 * read.
 */
export function indexedSearch<S extends AskedOfIndex>(store: S, index: ArchiveIndex, warn: Warn): S {
  const instead = async <T>(
    signal: AbortSignal,
    read: () => Promise<T | null>,
    ask: () => Promise<T>,
  ): Promise<T> => {
    try {
      const found = await read()
      if (found !== null) return found
    } catch (error) {
      signal.throwIfAborted()
      warn('The search index could not be read; PostgreSQL answers', error)
    }
    return ask()
  }
  return {
    ...store,
    listCandidates: (query, signal) =>
      instead(
        signal,
        () => index.listCandidates(query, signal),
        () => store.listCandidates(query, signal),
      ),
    listMeant: (query, signal) =>
      instead(
        signal,
        () => index.listMeant(query, signal),
        () => store.listMeant(query, signal),
      ),
    listUnknownCommunities: (names, signal) =>
      instead(
        signal,
        () => index.listUnknownCommunities(names),
        () => store.listUnknownCommunities(names, signal),
      ),
  }
}
