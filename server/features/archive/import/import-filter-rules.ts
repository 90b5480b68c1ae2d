import type { Post } from '#server/source-ports.ts'

export type ImportFilters = {
  /** Names in lower case; null accepts all communities. */
  communities: ReadonlySet<string> | null
  since: Date | null
  minScore: number | null
  /** The minimum number of characters of the text below the title. */
  minLength: number | null
  nsfw: boolean
}

/** The reason for skipping posts of communities that were not requested. */
export const otherCommunity = 'other community'

/** The reason why a post is filtered out, or null if it is kept. Unknown upvotes count as 0. */
export function findFilterReason(post: Post, nsfw: boolean, filters: ImportFilters): string | null {
  if (nsfw && !filters.nsfw) return 'nsfw'
  if (filters.communities !== null && !filters.communities.has(post.community.toLowerCase()))
    return otherCommunity
  if (filters.since !== null && post.createdAt < filters.since) return 'before --since'
  if (filters.minScore !== null && (post.upvotes ?? 0) < filters.minScore) return 'below --min-score'
  if (filters.minLength !== null && post.selftext.trim().length < filters.minLength)
    return 'below --min-length'
  return null
}
