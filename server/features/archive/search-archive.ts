import { limits } from '#contract/limits.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { DiscussionSource, FoundPost, SourceAnswer, SourceLimits, SourceQuery } from '#server/ports.ts'
import { type ArchiveQuery, archiveQuery } from './archive-query-rules.ts'
import {
  type ArchiveSearchStore,
  type Match,
  type MatchQuery,
  mostCandidates,
} from './archive-search-store.ts'

const nothingToSearch =
  'Nothing was searched: the keyword holds only words too common to search for, or only excluded ones.'

type SearchArchive = { store: ArchiveSearchStore }

type Found = { archiveId: number; match: KeywordMatch }

const toFound = ({ archiveId, inTitle }: Match): Found => ({ archiveId, match: inTitle ? 'title' : 'post' })

const rankOf = ({ score, inTitle }: Match) => score + (inTitle ? limits.titleMatchPoints : 0)

/** The best of these, each once; of equals the newer. */
function bestOf(matches: readonly Match[], limit: number): Match[] {
  const once = [...new Map(matches.map((match) => [match.archiveId, match])).values()]
  const newest = (a: Match, b: Match) => b.createdAt.getTime() - a.createdAt.getTime()
  return once.sort((a, b) => rankOf(b) - rankOf(a) || newest(a, b)).slice(0, limit)
}

/**
 * The best by score, and the title matches just below them: a title match ranks as if it had
 * `titleMatchPoints` more, so it may belong among the best.
 */
async function findAll(store: ArchiveSearchStore, base: MatchQuery, signal: AbortSignal): Promise<Match[]> {
  const best = await store.listMatches(base, signal)
  const last = best.at(-1)
  if (last === undefined || best.length < base.limit) return best
  const below = { highest: last.score, lowest: Math.max(0, last.score - limits.titleMatchPoints) }
  const titles = await store.listMatches({ ...base, ...below, check: base.titleWords }, signal)
  return bestOf([...best, ...titles], base.limit)
}

async function findMatches(
  store: ArchiveSearchStore,
  query: ArchiveQuery,
  samples: boolean,
  { posts: limit, signal }: SourceLimits,
): Promise<Found[]> {
  const base: MatchQuery = {
    words: query.all.words,
    check: query.all.exactly,
    titleWords: query.title,
    lowest: 0,
    highest: 100,
    samples,
    limit,
  }
  const all = await findAll(store, base, signal)
  if (all.length >= limits.enoughResults || query.most === null) return all.map(toFound)
  const { words, exactly: check } = query.most
  const related = await store.listMatches({ ...base, words, check, limit: limit - all.length }, signal)
  return [...all.map(toFound), ...related.map(({ archiveId }) => ({ archiveId, match: 'related' as const }))]
}

async function readCoverage(store: ArchiveSearchStore): Promise<SourceAnswer['coverage']> {
  const rows = (await store.listSources()).filter((row) => row.posts > 0)
  const sample = rows.every((row) => row.sample)
  const searched = rows.filter((row) => row.sample === sample)
  const times = (instants: Date[]) => instants.map((instant) => instant.getTime())
  const oldest = Math.min(...times(searched.map((row) => row.oldestPostAt)))
  const newest = Math.max(...times(searched.map((row) => row.newestPostAt)))
  return {
    posts: searched.reduce((sum, row) => sum + row.posts, 0),
    oldestPostAt: searched.length === 0 ? null : new Date(oldest).toISOString(),
    newestPostAt: searched.length === 0 ? null : new Date(newest).toISOString(),
    sample,
    leftOut: null,
  }
}

/** The archive as a source: posts with all the words, best first; widened to most of them when few match. */
async function searchArchive(
  { store }: SearchArchive,
  asked: SourceQuery,
  limit: SourceLimits,
): Promise<SourceAnswer> {
  const [coverage, stems] = await Promise.all([
    readCoverage(store),
    store.stem(asked.terms.map((term) => term.words)),
  ])
  const query = archiveQuery(asked.terms.map((term, index) => ({ ...term, stems: stems[index] ?? '' })))
  if (query === null) return { posts: [], coverage: { ...coverage, leftOut: nothingToSearch } }
  const found = await findMatches(store, query, coverage.sample, limit)
  const exact = found.filter(({ match }) => match !== 'related').length
  const mayBeCut = query.all.exactly !== null && exact < limit.posts
  const [archived, cut] = await Promise.all([
    store.listPosts(found.map((one) => one.archiveId)),
    mayBeCut && store.hasMoreCandidates(query.all.words, coverage.sample),
  ])
  const posts = new Map(archived.map((post) => [post.archiveId, post]))
  if (cut) {
    coverage.leftOut = `Only the ${mostCandidates.toLocaleString('en-US')} best posts with these words were checked for the exact phrase.`
  }
  return {
    coverage,
    posts: found.flatMap<FoundPost>(({ archiveId, match }) => {
      const post = posts.get(archiveId)
      return post === undefined ? [] : [{ post, match }]
    }),
  }
}

export function archiveSource(deps: SearchArchive): DiscussionSource {
  return {
    name: 'archive',
    timeLimitMs: 5000,
    search: (query, limit) => searchArchive(deps, query, limit),
  }
}
