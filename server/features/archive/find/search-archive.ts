import {
  describeDropped,
  describeEmpty,
  describeLimit,
  describeOthers,
  describeUnknown,
  emptyLimit,
  meaningQuery,
  nothingToSearch,
  onlyCommunities,
  queriesInTurn,
  type ReadTerm,
  sentences,
  withoutQuotes,
} from '#server/matching/archive-query-rules.ts'
import { doubtfulWords, type RankedKeyword } from '#server/matching/keyword-rules.ts'
import { queriesOfTree } from '#server/matching/post-query-rules.ts'
import { type MeantPost, rankerFor, rankMeant } from '#server/matching/relevance-rules.ts'
import { answersAlone, bestFirst } from '#server/matching/result-rules.ts'
import { describeUnknownSources } from '#server/matching/source-note-rules.ts'
import type {
  DiscussionSource,
  PostRank,
  RankedFind,
  SourceAnswer,
  SourceLimits,
  SourceQuery,
} from '#server/source-ports.ts'
import type { ArchiveSearchStore, SourceRow } from './archive-search-store.ts'
import { type RankArchive, type ReadQuery, readQuery } from './read-query.ts'
import type { SuggestSpelling } from './suggest-keywords.ts'

const samplesToo = 'Few real posts match yet, so samples are shown too.'

type SearchArchive = RankArchive & { suggestSpelling: SuggestSpelling }

/** The sources to search. Samples are only searched if there are no other posts. */
function searchedOf(sources: readonly SourceRow[]): SourceRow[] {
  const rows = sources.filter((row) => row.posts > 0)
  const sample = rows.every((row) => row.sample)
  return rows.filter((row) => row.sample === sample)
}

function coverageOf(sources: readonly SourceRow[]): SourceAnswer['coverage'] {
  const searched = searchedOf(sources)
  const sample = searched.every((row) => row.sample)
  const otherLanguages = searched.reduce((sum, row) => sum + row.otherLanguages, 0)
  const oldest = Math.min(...searched.map((row) => row.oldestPostAt.getTime()))
  const newest = Math.max(...searched.map((row) => row.newestPostAt.getTime()))
  return {
    posts: searched.reduce((sum, row) => sum + row.posts, 0) - otherLanguages,
    oldestPostAt: searched.length === 0 ? null : new Date(oldest).toISOString(),
    newestPostAt: searched.length === 0 ? null : new Date(newest).toISOString(),
    sample,
    leftOut: describeOthers(otherLanguages),
  }
}

const unknownMs = 2000
const fewPosts = 1000

/** A sentence about the searched communities that have no posts here; null if all have posts. */
async function findUnknown(
  { store }: RankArchive,
  { communities = [], posts }: Pick<SourceQuery, 'communities'> & { posts: readonly RankedFind[] },
  signal: AbortSignal,
): Promise<string | null> {
  const known = new Set(posts.map(({ post }) => post.community.toLowerCase()))
  const doubtful = communities.filter((name) => !known.has(name))
  if (doubtful.length === 0) return null
  const within = AbortSignal.any([signal, AbortSignal.timeout(unknownMs)])
  return store.listUnknownCommunities(doubtful, within).then(describeUnknown, () => describeEmpty(doubtful))
}

/** A query with its keyword as the archive searches it. */
type ArchiveQuestion = SourceQuery & { read: ReadQuery }

type Found = PostRank & { archiveId: number; score: number }

const compareFound = bestFirst<Found>(({ archiveId, score }) => ({ archiveId, opportunityScore: score }))

type RankedMatches = {
  terms: ReadTerm[]
  coverage: SourceAnswer['coverage']
  matches: Found[] | null
  /** True if no post contains the quoted phrase, so that the matches only contain its words. */
  unquoted: boolean
}

/** Ranks posts that were found by the sense of the keyword and not by its words. */
function rankOthers(
  keyword: RankedKeyword,
  meant: readonly MeantPost[],
  found: readonly { archiveId: number }[],
): Found[] {
  const known = new Set(found.map(({ archiveId }) => archiveId))
  return meant.flatMap((post) => {
    const rank = known.has(post.archiveId) ? null : rankMeant(keyword, post)
    return rank === null ? [] : [{ archiveId: post.archiveId, score: post.score, ...rank }]
  })
}

type Matches = Pick<RankedMatches, 'matches' | 'unquoted'>

/** All candidates, either among the samples or among all other posts. */
async function findMatches(
  { store }: RankArchive,
  { read: { terms, keyword }, communities, filters, query: tree }: ArchiveQuestion,
  { samples, signal }: { samples: boolean; signal: AbortSignal },
): Promise<Matches> {
  const limits = { keyword, samples, communities: communities ?? null, filters }
  const others = store.listMeant({ words: meaningQuery(terms, keyword.senses), ...limits }, signal)
  // An error is handled below, after the words were searched.
  others.catch(() => {})
  let matches: Found[] | null = null
  const turns = tree === undefined ? queriesInTurn(terms) : queriesOfTree({ query: tree, terms })
  for (const { unquoted, ...query } of turns) {
    const candidates = await store.listCandidates({ ...query, ...limits }, signal)
    const rank = rankerFor(keyword, candidates)
    const found = candidates.map((one) => ({ archiveId: one.archiveId, score: one.score, ...rank(one) }))
    matches = [...found, ...rankOthers(keyword, await others, candidates)]
    if (matches.length > 0) return { matches: matches.sort(compareFound), unquoted }
  }
  return { matches, unquoted: false }
}

/** A smaller archive may have no results yet for common searches. */
const smallArchive = 5_000

/** Whether samples are added to the results, because a small archive may find too little. */
function needsSamples(
  { read, communities, filters }: ArchiveQuestion,
  found: Matches,
  posts: number | null,
): boolean {
  const isLimited = communities !== undefined || filters !== undefined
  const holdsSamples = read.sources.some(({ sample, posts }) => sample && posts > 0)
  if (!holdsSamples || isLimited || posts === null || posts >= smallArchive) return false
  return found.matches !== null && !answersAlone(found.matches)
}

/** All candidates of a search, best ranked first. Null if the query is empty. */
async function rankMatches(
  deps: RankArchive,
  question: ArchiveQuestion,
  signal: AbortSignal,
): Promise<RankedMatches> {
  const { terms, senses, sources } = question.read
  const meant = senses.map(({ keyword, meaning }) => ({ keyword, meaning }))
  const base = coverageOf(sources)
  const leftOut = sentences(
    question.filters === undefined ? null : describeUnknownSources(question.filters, searchedOf(sources)),
    base.leftOut,
  )
  const coverage = { ...base, leftOut, ...(meant.length > 0 ? { senses: meant } : {}) }
  const found = await findMatches(deps, question, { samples: coverage.sample, signal })
  if (coverage.sample || !needsSamples(question, found, coverage.posts)) return { terms, coverage, ...found }
  const samples = (await findMatches(deps, question, { samples: true, signal })).matches ?? []
  if (samples.length === 0) return { terms, coverage, ...found }
  const matches = [...(found.matches ?? []), ...samples].sort(compareFound)
  return { terms, coverage: { ...coverage, leftOut: sentences(samplesToo, leftOut) }, ...found, matches }
}

/** Searches the archive for the posts with the best combination of need and relevance. */
async function searchArchive(
  { suggestSpelling, ...deps }: SearchArchive,
  question: ArchiveQuestion,
  { posts: most, signal }: SourceLimits,
): Promise<SourceAnswer> {
  const { terms, coverage, matches, unquoted } = await rankMatches(deps, question, signal)
  if (matches === null) {
    const isLimitAlone = terms.length === 0 && question.communities !== undefined
    const leftOut = sentences(
      isLimitAlone ? onlyCommunities : nothingToSearch,
      question.emptyLimit ? emptyLimit : null,
    )
    const searched = { posts: 0, oldestPostAt: null, newestPostAt: null }
    return { posts: [], coverage: { ...coverage, ...searched, leftOut } }
  }
  // In a small archive, a rare word is not necessarily a typo.
  const isDoubted = matches.length === 0 || (coverage.posts ?? 0) >= fewPosts
  const doubtful = isDoubted ? doubtfulWords(terms) : { few: [], others: [] }
  const [posts, didYouMean] = await Promise.all([
    joinPosts(deps.store, matches.slice(0, most)),
    doubtful.few.length === 0 ? null : suggestSpelling(question.keyword, doubtful),
  ])
  const suggested = didYouMean === null ? {} : { suggestions: { didYouMean, related: [] } }
  const leftOut = sentences(
    unquoted ? withoutQuotes : null,
    describeLimit(question.communities),
    await findUnknown(deps, { ...question, posts }, signal),
    question.emptyLimit ? emptyLimit : null,
    describeDropped(terms),
    coverage.leftOut,
  )
  return { posts, coverage: { ...coverage, leftOut, ...suggested } }
}

/**
 * All posts that match a keyword and score at least `leastScore`, even those that are not shown as results.
 */
export async function listMatches(
  deps: RankArchive,
  question: SourceQuery,
  { leastScore, posts: most, signal }: SourceLimits & { leastScore: number },
): Promise<RankedFind[]> {
  const read = await readQuery(deps, question)
  const { matches } = await rankMatches(deps, { ...question, read }, signal)
  const good = (matches ?? []).filter(({ score }) => score >= leastScore)
  return joinPosts(deps.store, good.slice(0, most))
}

/** Returns the ranked posts with their contents. Deleted posts are omitted. */
async function joinPosts(store: ArchiveSearchStore, ranked: readonly Found[]): Promise<RankedFind[]> {
  const stored = await store.listPosts(ranked.map(({ archiveId }) => archiveId))
  const byId = new Map(stored.map((post) => [post.archiveId, post]))
  return ranked.flatMap(({ archiveId, match, offTopic, rank, occurrences }) => {
    const post = byId.get(archiveId)
    return post === undefined ? [] : [{ post, match, offTopic, rank, occurrences }]
  })
}

export function archiveSource(deps: SearchArchive, timeLimitMs = 5000): DiscussionSource {
  const reading = (read: (query: SourceQuery) => Promise<ReadQuery>): DiscussionSource => ({
    name: 'archive',
    timeLimitMs,
    prepare(query) {
      const begun = readQuery(deps, query)
      // The search itself reports this failure.
      begun.catch(() => {})
      return reading(() => begun)
    },
    search: async (query, limit) => searchArchive(deps, { ...query, read: await read(query) }, limit),
  })
  return reading((query) => readQuery(deps, query))
}

/** A value that changes when posts are stored. */
export async function readArchiveVersion(store: Pick<ArchiveSearchStore, 'listSources'>): Promise<string> {
  const sources = await store.listSources()
  return sources.map((row) => `${row.source}:${row.posts}:${row.changedAt.getTime()}`).join(',')
}
