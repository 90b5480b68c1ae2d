import { limits } from '#contract/limits.ts'
import type { KeywordMatch } from '#contract/search.ts'
import type { DiscussionSource, FoundPost, SourceAnswer, SourceLimits, SourceQuery } from '#server/ports.ts'
import { type ArchiveQuery, archiveQuery } from './archive-query-rules.ts'
import type { ArchiveSearchStore, Match, MatchQuery } from './archive-search-store.ts'

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
async function findAll(store: ArchiveSearchStore, base: MatchQuery): Promise<Match[]> {
  const best = await store.listMatches(base)
  const last = best.at(-1)
  if (last === undefined || best.length < base.limit) return best
  const below = { highest: last.score, lowest: Math.max(0, last.score - limits.titleMatchPoints) }
  const titles = await store.listMatches({ ...base, ...below, onlyTitles: true })
  return bestOf([...best, ...titles], base.limit)
}

async function findMatches(
  store: ArchiveSearchStore,
  query: ArchiveQuery,
  samples: boolean,
  limit: number,
): Promise<Found[]> {
  const base: MatchQuery = {
    words: query.all,
    titleWords: query.title,
    onlyTitles: false,
    lowest: 0,
    highest: 100,
    samples,
    limit,
  }
  const all = await findAll(store, base)
  if (all.length >= limits.enoughResults || query.most === null) return all.map(toFound)
  const related = await store.listMatches({
    ...base,
    words: query.most,
    limit: limit - all.length,
  })
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
  if (query === null) return { posts: [], coverage }
  const found = await findMatches(store, query, coverage.sample, limit.posts)
  const posts = new Map(
    (await store.listPosts(found.map((one) => one.archiveId))).map((p) => [p.archiveId, p]),
  )
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
