import type { KeywordTerm } from '#contract/keyword-terms.ts'
import {
  archiveQuery,
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
  spellingsOf,
  untagged,
  withoutQuotes,
} from '#server/matching/archive-query-rules.ts'
import {
  doubtfulWords,
  formOf,
  piecesOf,
  type RankedKeyword,
  rankedKeyword,
  readTerms,
  senseRarities,
  signLexeme,
  type Thesaurus,
} from '#server/matching/keyword-rules.ts'
import {
  type MeantPost,
  type RankingFeatures,
  rankerFor,
  rankMeant,
} from '#server/matching/relevance-rules.ts'
import { answersAlone, bestFirst } from '#server/matching/result-rules.ts'
import type {
  ArchivedPost,
  DiscussionSource,
  PostRank,
  RankedFind,
  SourceAnswer,
  SourceLimits,
  SourceQuery,
} from '#server/source-ports.ts'
import type { ArchiveSearchStore, SourceRow } from './archive-search-store.ts'
import { entryPrefixes } from './candidate-rows.ts'
import type { SuggestSpelling } from './suggest-keywords.ts'

const samplesToo = 'Few real posts answer this here yet, so samples stand with them.'

type RankArchive = { store: ArchiveSearchStore; thesaurus: Thesaurus }
type SearchArchive = RankArchive & { suggestSpelling: SuggestSpelling }

function coverageOf(sources: readonly SourceRow[]): SourceAnswer['coverage'] {
  const rows = sources.filter((row) => row.posts > 0)
  const sample = rows.every((row) => row.sample)
  const searched = rows.filter((row) => row.sample === sample)
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

/** Of the communities that a search is limited to, those that nothing here is from, as a sentence; null where there are none. */
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

/** The keyword as the archive reads it, and what the archive holds. */
async function readQuery({ store, thesaurus }: RankArchive, written: readonly KeywordTerm[]) {
  const senses = thesaurus(written)
  const { prepared, sources } = await store.prepare({
    pieces: piecesOf(written).map(untagged),
    forms: written.map((term) => formOf(term)?.slice(1) ?? ''),
    spellings: spellingsOf(written),
    signs: written.flatMap(({ signs = [] }) => signs.map(signLexeme)),
    senses: senses.map(({ words }) => words.join(' ')),
  })
  const terms = readTerms(written, prepared)
  return { terms, senses, keyword: rankedKeyword(terms, senseRarities(prepared)), sources }
}

type ReadQuery = Awaited<ReturnType<typeof readQuery>>
/** A question, and its keyword as the archive reads it. */
type ArchiveQuestion = SourceQuery & { read: ReadQuery }

type Found = PostRank & { archiveId: number; score: number }

const compareFound = bestFirst<Found>(({ archiveId, score }) => ({ archiveId, opportunityScore: score }))

type RankedMatches = {
  terms: ReadTerm[]
  coverage: SourceAnswer['coverage']
  matches: Found[] | null
  /** No post holds what stands in quotes: the matches are of its words. */
  unquoted: boolean
}

/** The posts that were found by what the keyword means and not by its words. */
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

/** All candidates among the samples, or among all other posts. */
async function findMatches(
  { store }: RankArchive,
  { read: { terms, keyword }, communities }: ArchiveQuestion,
  { samples, signal }: { samples: boolean; signal: AbortSignal },
): Promise<Matches> {
  const limits = { keyword, samples, communities: communities ?? null }
  const others = store.listMeant({ words: meaningQuery(terms, keyword.senses), ...limits }, signal)
  // A failure is met below, after the words.
  others.catch(() => {})
  let matches: Found[] | null = null
  for (const { unquoted, ...query } of queriesInTurn(terms)) {
    const candidates = await store.listCandidates({ ...query, ...limits }, signal)
    const rank = rankerFor(keyword, candidates)
    const found = candidates.map((one) => ({ archiveId: one.archiveId, score: one.score, ...rank(one) }))
    matches = [...found, ...rankOthers(keyword, await others, candidates)]
    if (matches.length > 0) return { matches: matches.sort(compareFound), unquoted }
  }
  return { matches, unquoted: false }
}

/** An archive of fewer posts may have no answer to common questions yet. */
const smallArchive = 5_000

/** Whether samples are shown beside what was found: one small feed is no archive to search yet. */
function needsSamples({ read, communities }: ArchiveQuestion, found: Matches, posts: number | null): boolean {
  const holdsSamples = read.sources.some(({ sample, posts }) => sample && posts > 0)
  if (!holdsSamples || communities !== undefined || posts === null || posts >= smallArchive) return false
  return found.matches !== null && !answersAlone(found.matches)
}

/** All candidates for an answer, best ranked first; null where the keyword asks for nothing. */
async function rankMatches(
  deps: RankArchive,
  question: ArchiveQuestion,
  signal: AbortSignal,
): Promise<RankedMatches> {
  const { terms, senses, sources } = question.read
  const meant = senses.map(({ keyword, meaning }) => ({ keyword, meaning }))
  const coverage = { ...coverageOf(sources), ...(meant.length > 0 ? { senses: meant } : {}) }
  const found = await findMatches(deps, question, { samples: coverage.sample, signal })
  if (coverage.sample || !needsSamples(question, found, coverage.posts)) return { terms, coverage, ...found }
  const samples = (await findMatches(deps, question, { samples: true, signal })).matches ?? []
  if (samples.length === 0) return { terms, coverage, ...found }
  const matches = [...(found.matches ?? []), ...samples].sort(compareFound)
  const leftOut = sentences(samplesToo, coverage.leftOut)
  return { terms, coverage: { ...coverage, leftOut }, ...found, matches }
}

/** The archive as a source: the posts whose need and relevance together are greatest. */
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
      coverage.leftOut,
    )
    return { posts: [], coverage: { ...coverage, leftOut } }
  }
  // Among few posts a rare word is no sign of a slip.
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

/** All posts of the archive that match a keyword and score at least `leastScore`, not only those that an answer shows. */
export async function listMatches(
  deps: RankArchive,
  question: SourceQuery,
  { leastScore, posts: most, signal }: SourceLimits & { leastScore: number },
): Promise<RankedFind[]> {
  const read = await readQuery(deps, question.terms)
  const { matches } = await rankMatches(deps, { ...question, read }, signal)
  const good = (matches ?? []).filter(({ score }) => score >= leastScore)
  return joinPosts(deps.store, good.slice(0, most))
}

/** The posts of these places; those that are gone are missing. */
async function joinPosts(store: ArchiveSearchStore, ranked: readonly Found[]): Promise<RankedFind[]> {
  const stored = await store.listPosts(ranked.map(({ archiveId }) => archiveId))
  const byId = new Map(stored.map((post) => [post.archiveId, post]))
  return ranked.flatMap(({ archiveId, match, offTopic, rank, occurrences }) => {
    const post = byId.get(archiveId)
    return post === undefined ? [] : [{ post, match, offTopic, rank, occurrences }]
  })
}

/** Posts that another source found and the archive has stored, ranked by the same rule as the archive's own. */
export async function rankStored(
  deps: RankArchive,
  posts: readonly ArchivedPost[],
  question: SourceQuery,
): Promise<RankedFind[]> {
  if (posts.length === 0) return []
  const { keyword } = await readQuery(deps, question.terms)
  const archiveIds = posts.map(({ archiveId }) => archiveId)
  const candidates = await deps.store.listFeatures(archiveIds, keyword)
  const byId = new Map(posts.map((post) => [post.archiveId, post]))
  // What else was found is no measure of a community.
  const rank = rankerFor(keyword, [])
  return candidates.flatMap((one) => {
    const post = byId.get(one.archiveId)
    // What holds no word is in another language.
    return post === undefined || one.size === 0 ? [] : [{ post, ...rank(one) }]
  })
}

/** A keyword as the archive matches and ranks it, for what holds words as posts do; null: nothing can be searched for. */
export async function readKeywordQuery(store: ArchiveSearchStore, question: SourceQuery) {
  const { terms, keyword } = await readQuery({ store, thesaurus: () => [] }, question.terms)
  const query = archiveQuery(terms)
  if (query === null) return null
  const prefixes = entryPrefixes(keyword.lexemes, keyword.forms)
  const rank = rankerFor(keyword, [])
  // What is in no community of the archive's is not known to be about work, who asks oneself asks again, and means what
  // one's own customers mean.
  const unknown = { business: 0, isOneOff: false, asksNothing: false, community: 0, senseShare: 0 }
  const rankRow = (row: Omit<RankingFeatures, keyof typeof unknown>) => rank({ ...row, ...unknown })
  const leftOut = sentences(question.emptyLimit ? emptyLimit : null, describeDropped(terms))
  return { ...query, prefixes, rank: rankRow, leftOut, communities: question.communities ?? null }
}

export function archiveSource(deps: SearchArchive, timeLimitMs = 5000): DiscussionSource {
  // `prepare` and `search` of one question come with one and the same list of terms.
  const prepared = new WeakMap<readonly KeywordTerm[], Promise<ReadQuery>>()
  return {
    name: 'archive',
    timeLimitMs,
    prepare({ terms }) {
      const reading = readQuery(deps, terms)
      // Who may search hears of a failure then.
      reading.catch(() => {})
      prepared.set(terms, reading)
    },
    async search(query, limit) {
      const read = await (prepared.get(query.terms) ?? readQuery(deps, query.terms))
      return searchArchive(deps, { ...query, read }, limit)
    },
  }
}

/** A text that changes when posts come into the archive. */
export async function readArchiveVersion(store: Pick<ArchiveSearchStore, 'listSources'>): Promise<string> {
  const sources = await store.listSources()
  return sources.map((row) => `${row.source}:${row.posts}:${row.changedAt.getTime()}`).join(',')
}
