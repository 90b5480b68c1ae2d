import type { Post } from '#server/source-ports.ts'

/** What an import is asked to take. */
export type ImportFilters = {
  /** Lower-case names; null takes all. */
  communities: ReadonlySet<string> | null
  since: Date | null
  minScore: number | null
  /** Characters of text below the title. */
  minLength: number | null
  nsfw: boolean
}

/** Why a post is not taken, or null when it is. Unknown upvotes count as none. */
export function findFilterReason(post: Post, nsfw: boolean, filters: ImportFilters): string | null {
  if (nsfw && !filters.nsfw) return 'nsfw'
  if (filters.communities !== null && !filters.communities.has(post.community.toLowerCase()))
    return 'other community'
  if (filters.since !== null && post.createdAt < filters.since) return 'before --since'
  if (filters.minScore !== null && (post.upvotes ?? 0) < filters.minScore) return 'below --min-score'
  if (filters.minLength !== null && post.selftext.trim().length < filters.minLength)
    return 'below --min-length'
  return null
}
