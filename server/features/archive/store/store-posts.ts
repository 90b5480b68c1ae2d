import type { Scorer } from '#scoring/score-post.ts'
import type { Post } from '#server/source-ports.ts'
import { type ArchiveStore, hashText, type PostKey, type StoredPost } from './archive-store.ts'
import { scoreArchivePost } from './score-archive-post.ts'
import type { FoundForms } from './vector-builder-store.ts'

export type StorePosts = {
  store: Pick<ArchiveStore, 'findStored' | 'save'>
  scorer: Scorer
  /**
   * Scores in a worker or in small steps, so that other work can run. A worker also finds the word forms,
   * which takes as long for long texts.
   */
  scorePosts?: (posts: readonly Post[]) => Promise<(ReturnType<typeof scoreArchivePost> & FoundForms)[]>
}

type Options = {
  /** Posts that were deleted at their source, and are now deleted from the archive as well. */
  deleted?: readonly PostKey[]
  /**
   * For the product's own posts: also updates their dates, and scores them again if the scorer has changed.
   */
  ours?: boolean
  /** Whether the posts come from a search or a scan, not from a file. */
  live?: boolean
}

/**
 * Updates the archive with these posts in one transaction. New posts and changed texts are scored, and
 * changed numbers are stored. No two posts may have the same key.
 */
export async function storePosts(deps: StorePosts, posts: readonly Post[], options: Options = {}) {
  const { store, scorer } = deps
  const scoreHere: NonNullable<StorePosts['scorePosts']> = async (all) =>
    all.map((post) => scoreArchivePost(scorer.scorePost, post))
  const scorePosts = deps.scorePosts ?? scoreHere
  const { deleted = [], ours = false, live = false } = options
  const storedByKey = new Map((await store.findStored(posts)).map((stored) => [keyOf(stored), stored]))
  const scored: Post[] = []
  const restated: Post[] = []
  for (const post of posts) {
    const stored = storedByKey.get(keyOf(post))
    if (needsScore(post, stored, ours ? scorer.version : null)) scored.push(post)
    else if (stored !== undefined && hasNews(post, stored)) restated.push(post)
  }
  const unchanged = posts.length - scored.length - restated.length
  if (scored.length + restated.length + deleted.length === 0)
    return { inserted: 0, insertedIds: [], updated: 0, unchanged, removed: 0, purged: 0 }
  const scores = await scorePosts(scored)
  const saved = await store.save({
    scored: scored.map((post, at) => ({
      ...post,
      ...(scores[at] as (typeof scores)[number]),
      scorerVersion: scorer.version,
    })),
    restated,
    deleted,
    live,
  })
  return { ...saved, unchanged }
}

/** A post's source and id as one string. */
export function keyOf({ source, sourceId }: PostKey): string {
  return `${source} ${sourceId}`
}

function needsScore(post: Post, stored: StoredPost | undefined, scorerVersion: string | null): boolean {
  if (stored === undefined || stored.textHash !== hashText(post)) return true
  if (scorerVersion === null) return false
  return stored.scorerVersion !== scorerVersion || stored.createdAt.getTime() !== post.createdAt.getTime()
}

/** Whether the post differs from the stored one. A number that is missing in the new copy is not updated. */
function hasNews(post: Post, stored: StoredPost): boolean {
  return (
    (post.upvotes !== null && post.upvotes !== stored.upvotes) ||
    (post.comments !== null && post.comments !== stored.comments)
  )
}
