import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import type { ArchivedPost, Post } from '#server/ports.ts'
import { type ArchiveStore, hashText, type KeptPost, type PostKey } from './archive-store.ts'
import { findLengthReason } from './post-length-rules.ts'
import { scoreKeptPost } from './score-kept-post.ts'

export type KeepPosts = {
  store: Pick<ArchiveStore, 'findKept' | 'save'>
  scorePost: (post: ScorablePost) => PostScore
  scorerVersion: string
}

export type KeptCounts = {
  inserted: number
  updated: number
  unchanged: number
  removed: number
  /** Not kept, since they were deleted where they came from, or by the operator. */
  forgotten: number
}

type Options = {
  /** Posts that were deleted where they came from: they go from the archive too. */
  deleted?: readonly PostKey[]
  /** The posts are ours: also follow their dates, and score them anew when the scorer has changed. */
  ours?: boolean
}

/**
 * Brings the archive up to date with these posts, in one transaction: new ones are scored and kept, changed
 * text is scored anew, changed numbers are noted. No two of the posts may have one key.
 */
export async function keepPosts(
  deps: KeepPosts,
  posts: readonly Post[],
  options: Options = {},
): Promise<KeptCounts> {
  const { store, scorePost, scorerVersion } = deps
  const { deleted = [], ours = false } = options
  const keptByKey = new Map((await store.findKept(posts)).map((kept) => [keyOf(kept), kept]))
  const scored: Post[] = []
  const restated: Post[] = []
  for (const post of posts) {
    const kept = keptByKey.get(keyOf(post))
    if (needsScore(post, kept, ours ? scorerVersion : null)) scored.push(post)
    else if (kept !== undefined && hasNews(post, kept)) restated.push(post)
  }
  const unchanged = posts.length - scored.length - restated.length
  if (scored.length + restated.length + deleted.length === 0)
    return { inserted: 0, updated: 0, unchanged, removed: 0, forgotten: 0 }
  const saved = await store.save({
    scored: scored.map((post) => ({ ...post, ...scoreKeptPost(scorePost, post), scorerVersion })),
    restated,
    deleted,
  })
  return { ...saved, unchanged }
}

type KeepFoundPosts = KeepPosts & { listPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]> }

/** Keeps posts of a live source, except too long ones; a post may come twice. */
export async function keepFeedPosts(deps: KeepPosts, posts: readonly Post[]): Promise<KeptCounts> {
  return keepPosts(deps, keepable(posts))
}

/** The same, and returns each as the archive holds it. */
export async function keepFoundPosts(deps: KeepFoundPosts, posts: readonly Post[]): Promise<ArchivedPost[]> {
  const distinct = keepable(posts)
  await keepPosts(deps, distinct)
  const kept = await deps.store.findKept(distinct)
  return deps.listPosts(kept.map((post) => post.archiveId))
}

function keepable(posts: readonly Post[]): Post[] {
  const shortEnough = posts.filter((post) => findLengthReason(post) === null)
  return [...new Map(shortEnough.map((post) => [keyOf(post), post])).values()]
}

/** One text for a post's source and id together. */
export function keyOf({ source, sourceId }: PostKey): string {
  return `${source} ${sourceId}`
}

function needsScore(post: Post, kept: KeptPost | undefined, scorerVersion: string | null): boolean {
  if (kept === undefined || kept.textHash !== hashText(post)) return true
  if (scorerVersion === null) return false
  return kept.scorerVersion !== scorerVersion || kept.createdAt.getTime() !== post.createdAt.getTime()
}

/** A number that the new copy does not tell is no news. */
function hasNews(post: Post, kept: KeptPost): boolean {
  return (
    (post.upvotes !== null && post.upvotes !== kept.upvotes) ||
    (post.comments !== null && post.comments !== kept.comments)
  )
}
