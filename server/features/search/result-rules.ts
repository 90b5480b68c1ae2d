import { limits } from '#contract/limits.ts'
import type { KeywordMatch, SourceCoverage } from '#contract/search.ts'
import type { ArchivedPost, RankedFind } from '#server/ports.ts'

export type RankedPost = {
  post: ArchivedPost
  match: KeywordMatch
  /** The posts that are shown as this one, itself among them, best ranked first (duplicate-rules.ts). */
  folded?: readonly RankedPost[]
}

function compareRanked(a: RankedFind, b: RankedFind): number {
  return (
    b.rank - a.rank ||
    b.occurrences - a.occurrences ||
    b.post.opportunityScore - a.post.opportunityScore ||
    a.post.archiveId - b.post.archiveId
  )
}

/** Best first, each post once, at most a hundred. */
export function rankPosts(found: readonly RankedFind[]): RankedPost[] {
  const once = new Map<number, RankedPost>()
  for (const { post, match } of [...found].sort(compareRanked)) {
    if (!once.has(post.archiveId)) once.set(post.archiveId, { post, match })
  }
  return [...once.values()].slice(0, limits.resultsPerSearch)
}

/** The starter collection steps aside as soon as any source has real posts to search. */
export function withoutSamples<T extends { post: { sample: boolean } }>(
  found: readonly T[],
  coverage: readonly SourceCoverage[],
): T[] {
  const realPosts = coverage.some((source) => source.failed === null && !source.sample)
  return realPosts ? found.filter(({ post }) => !post.sample) : [...found]
}

/** The versions that scored these posts: one, unless the archive is half way through a rescore. */
export function scorerVersionOf(posts: readonly RankedPost[], current: string): string {
  const versions = [...new Set(posts.map(({ post }) => post.scorerVersion))].sort()
  return versions.length === 0 ? current : versions.join(', ')
}

/** Why an answer is empty and what to try, from what was searched. */
export function explainEmpty(keyword: string, coverage: readonly SourceCoverage[]): string {
  const searched = coverage
    .filter((source) => source.failed === null)
    .map((source) => {
      const posts = source.posts === null ? 'posts' : `${source.posts.toLocaleString('en-US')} posts`
      return source.sample ? `the ${posts} of the starter collection` : `${posts} in ${source.source}`
    })
  const leftOut = coverage.flatMap((source) => source.leftOut ?? [])
  const where = searched.length === 0 ? 'nothing' : searched.join(' and ')
  return (
    `No post matches "${keyword}" (searched ${where}). ${leftOut.map((one) => `${one} `).join('')}` +
    'Try fewer or more common words, drop quotes and -words, or name the task rather than a product.'
  )
}
