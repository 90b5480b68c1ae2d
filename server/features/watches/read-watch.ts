import { limits } from '#contract/limits.ts'
import type { PostReply } from '#contract/posts.ts'
import type { SearchResult } from '#contract/search.ts'
import { isCleanText } from '#contract/text.ts'
import type { WatchPostsReply } from '#contract/watches.ts'
import type { AccountActor, RateWindow } from '#server/actor.ts'
import { publicError, tooOften } from '#server/errors.ts'
import type { ArchivedPost } from '#server/source-ports.ts'
import { type ManageWatches, requireWatch } from './manage-watches.ts'
import type { OwnNewsStore } from './own-news-store.ts'
import type { PreviewWatch } from './preview-watch.ts'
import type { WatchStore } from './watch-store.ts'

export interface ReadWatch extends Pick<ManageWatches, 'store'>, Pick<PreviewWatch, 'showPosts'> {
  listPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]>
  /** A whole post. Null if it was deleted. */
  showPost: (post: ArchivedPost, owner: AccountActor) => Promise<PostReply | null>
  /** Rows of the owner's own material by their ids. Deleted rows are missing. */
  showOwnRows: (userId: string, rowIds: readonly number[]) => Promise<Map<number, SearchResult>>
  /** Reads one whole row of the owner. Throws if the row was deleted. */
  showOwnRow: (userId: string, rowId: string) => Promise<PostReply>
  ownNews: Pick<OwnNewsStore, 'hasRow'>
  mayReadWatch: RateWindow
}

async function requireMay({ mayReadWatch }: ReadWatch, { userId }: AccountActor): Promise<void> {
  if (!(await mayReadWatch(userId))) throw tooOften('Watches were read too often', 'reading')
}

type News = Awaited<ReturnType<WatchStore['listNews']>>[number]

/** Shows a post or an own row. Undefined if it was deleted. */
async function showerOf(
  deps: ReadWatch,
  owner: AccountActor,
  { news, query }: { news: News[]; query: string },
) {
  const posts = await deps.listPosts(news.flatMap(({ archiveId }) => archiveId ?? []))
  const shown = await deps.showPosts(posts, { owner, query })
  const byId = new Map(posts.map(({ archiveId }, at) => [archiveId, shown[at]]))
  const ownRowIds = news.flatMap(({ ownRowId }) => ownRowId ?? [])
  const ownRows = ownRowIds.length === 0 ? new Map() : await deps.showOwnRows(owner.userId, ownRowIds)
  return ({ archiveId, ownRowId }: News): SearchResult | undefined =>
    archiveId === null ? ownRows.get(ownRowId) : byId.get(archiveId)
}

type WatchPage = { watchId: string; before?: number | undefined; limit?: number }

/** The posts and own rows of a watch, newest first. Costs no search. */
export async function readWatch(
  deps: ReadWatch,
  owner: AccountActor,
  page: WatchPage,
): Promise<WatchPostsReply> {
  const { watchId, before = Number.MAX_SAFE_INTEGER, limit = limits.watchPostsPerPage } = page
  await requireMay(deps, owner)
  const watch = await requireWatch(deps, owner.userId, watchId)
  const news = await deps.store.listNews(watch.id, { before, most: limit })
  const show = await showerOf(deps, owner, { news, query: watch.query })
  const results = news.flatMap((one) => {
    const { number, isNew, foundAt } = one
    const result = show(one)
    return result === undefined ? [] : [{ ...result, number, isNew, foundAt: foundAt.toISOString() }]
  })
  const last = news.length < limit ? undefined : news.at(-1)
  return { watch, results, next: last?.number ?? null }
}

const noPost = () =>
  publicError(
    'not_found',
    'This post is not available any more. Posts that are deleted where they were published are deleted here too.',
  )

/** A whole post or own row of a watch. Throws `not_found` if it was deleted. */
export async function readWatchNews(
  deps: ReadWatch,
  owner: AccountActor,
  asked: { watchId: string; source: string; id: string },
): Promise<PostReply> {
  if (asked.source !== 'own') return readWatchPost(deps, owner, asked)
  await requireMay(deps, owner)
  const watch = await requireWatch(deps, owner.userId, asked.watchId)
  if (!/^[1-9]\d{0,14}$/u.test(asked.id) || !(await deps.ownNews.hasRow(watch.id, asked.id))) throw noPost()
  return deps.showOwnRow(owner.userId, asked.id)
}

/** A whole post of a watch. Throws `not_found` if it was deleted. */
export async function readWatchPost(
  deps: ReadWatch,
  owner: AccountActor,
  { watchId, source, id }: { watchId: string; source: string; id: string },
): Promise<PostReply> {
  await requireMay(deps, owner)
  const watch = await requireWatch(deps, owner.userId, watchId)
  if (!isCleanText(source + id)) throw noPost()
  const archiveId = await deps.store.findNews(watch.id, { source, id })
  const [post] = archiveId === null ? [] : await deps.listPosts([archiveId])
  const shown = post === undefined ? null : await deps.showPost(post, owner)
  if (shown === null) throw noPost()
  return shown
}
