import { limits } from '#contract/limits.ts'
import type { DiscussionSource, FoundPost, SourceAnswer, SourceLimits, SourceQuery } from '#server/ports.ts'
import { type ArchiveQuery, archiveQuery } from './archive-query-rules.ts'
import type { ArchiveSearchStore, SourceRow } from './archive-search-store.ts'

const nothingToSearch =
  'Nothing was searched: the keyword holds only words too common to search for, or only excluded ones.'

type SearchArchive = { store: ArchiveSearchStore }

/** Posts with all the words; where they are few, those with most of them as well. */
async function findMatches(
  store: ArchiveSearchStore,
  { all, title, most }: ArchiveQuery,
  samples: boolean,
  { posts: limit, signal }: SourceLimits,
): Promise<FoundPost[]> {
  const best = await store.listBest({ words: all, titleWords: title, samples, limit }, signal)
  const posts = best.map<FoundPost>(({ post, inTitle }) => ({ post, match: inTitle ? 'title' : 'post' }))
  if (posts.length >= limits.enoughResults || most === null) return posts
  const without = best.map(({ post }) => post.archiveId)
  const widened = { words: most, samples, without, limit: limit - posts.length }
  const related = await store.listRelated(widened, signal)
  return [...posts, ...related.map((post) => ({ post, match: 'related' as const }))]
}

function coverageOf(sources: readonly SourceRow[]): SourceAnswer['coverage'] {
  const rows = sources.filter((row) => row.posts > 0)
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
  const { stems, sources } = await store.prepare(asked.terms.map((term) => term.words))
  const coverage = coverageOf(sources)
  const query = archiveQuery(asked.terms.map((term, index) => ({ ...term, stems: stems[index] ?? '' })))
  if (query === null) return { posts: [], coverage: { ...coverage, leftOut: nothingToSearch } }
  return { posts: await findMatches(store, query, coverage.sample, limit), coverage }
}

export function archiveSource(deps: SearchArchive, timeLimitMs = 5000): DiscussionSource {
  return {
    name: 'archive',
    timeLimitMs,
    search: (query, limit) => searchArchive(deps, query, limit),
  }
}
