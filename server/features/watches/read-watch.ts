import { limits } from '#contract/limits.ts'
import type { PostReply } from '#contract/posts.ts'
import type { WatchPostsReply } from '#contract/watches.ts'
import type { AccountActor } from '#server/actor.ts'
import { publicError, tooOften } from '#server/errors.ts'
import type { ArchivedPost } from '#server/source-ports.ts'
import { type ManageWatches, requireWatch } from './manage-watches.ts'
import type { PreviewWatch } from './preview-watch.ts'

export interface ReadWatch extends Pick<ManageWatches, 'store'>, Pick<PreviewWatch, 'showPosts'> {
  listPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]>
  /** A full post; null if it was deleted. */
  showPost: (post: ArchivedPost, owner: AccountActor) => Promise<PostReply | null>
  mayReadWatch: (userId: string) => boolean
}

function requireMay({ mayReadWatch }: ReadWatch, { userId }: AccountActor): void {
  if (!mayReadWatch(userId)) throw tooOften('Watches were read too often', 'reading')
}

type WatchPage = { watchId: string; before?: number | undefined; limit?: number }

/** The posts of a watch, newest first. Costs no search. */
export async function readWatch(
  deps: ReadWatch,
  owner: AccountActor,
  { watchId, before = Number.MAX_SAFE_INTEGER, limit = limits.watchPostsPerPage }: WatchPage,
): Promise<WatchPostsReply> {
  requireMay(deps, owner)
  const watch = await requireWatch(deps, owner.userId, watchId)
  const news = await deps.store.listNews(watch.id, before, limit)
  const stored = new Map(
    (await deps.listPosts(news.map(({ archiveId }) => archiveId))).map((post) => [post.archiveId, post]),
  )
  const there = news.filter(({ archiveId }) => stored.has(archiveId))
  const posts = there.flatMap(({ archiveId }) => stored.get(archiveId) ?? [])
  const shown = await deps.showPosts(posts, { owner, query: watch.query })
  const results = there.flatMap(({ number, isNew, foundAt }, at) => {
    const result = shown[at]
    return result === undefined ? [] : [{ ...result, number, isNew, foundAt: foundAt.toISOString() }]
  })
  const last = news.length < limit ? undefined : news.at(-1)
  return { watch, results, next: last?.number ?? null }
}

/** A full post of a watch; one that was deleted since is not found. */
export async function readWatchPost(
  deps: ReadWatch,
  owner: AccountActor,
  { watchId, source, id }: { watchId: string; source: string; id: string },
): Promise<PostReply> {
  requireMay(deps, owner)
  const watch = await requireWatch(deps, owner.userId, watchId)
  const archiveId = await deps.store.findNews(watch.id, { source, id })
  const [post] = archiveId === null ? [] : await deps.listPosts([archiveId])
  const shown = post === undefined ? null : await deps.showPost(post, owner)
  if (shown === null)
    throw publicError(
      'not_found',
      'This post is not available any more. Posts that are deleted where they were published leave this archive too.',
    )
  return shown
}
