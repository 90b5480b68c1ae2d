import { type Clock, type FeedPage, type Post, type PostFeed, SourceError } from '#server/ports.ts'
import type { ScanStep, ScanStore, WaitingTask } from './scan-store.ts'
import { isReadFor, type ScanTask } from './scan-task-rules.ts'

/** The store as a transaction sees it; only what stores posts looks inside. */
type StorePage = Parameters<ScanStore['savePage']>[2]

export type ScanTargets = {
  store: Pick<ScanStore, 'findWaiting' | 'savePage'>
  listFeeds: () => Promise<readonly PostFeed[]>
  /** Scores posts and stores them, inside the transaction that notes how far the feed was read. */
  storePosts: (posts: readonly Post[], inside: Parameters<StorePage>[0]) => ReturnType<StorePage>
  clock: Clock
  onPage?: (task: WaitingTask, postsRead: number) => void
}

/** Of one target in one source and one run: as far as Reddit lists. */
const mostPosts = 1000
/** Votes and comments come in for two days: for so long posts are read again. */
const readAgainMs = 2 * 86_400_000

/**
 * A target is done at the end of its feed, or where the last finished run began: at a time and not at the first
 * known post, since searches and imports store posts anywhere. A date in the future counts as `now`.
 */
function stepAfter(place: WaitingTask, page: FeedPage, now: Date): ScanStep {
  const times = page.posts.map((post) => post.createdAt.getTime())
  const postsRead = place.postsRead + times.length
  const newest = Math.max(place.newestPostAt?.getTime() ?? 0, place.since?.getTime() ?? 0, ...times)
  const reached = place.since !== null && Math.min(...times) <= place.since.getTime() - readAgainMs
  const through = page.next === null || reached
  const stuck = page.next === place.after
  return {
    after: page.next,
    newestPostAt: newest === 0 ? null : new Date(Math.min(newest, now.getTime())),
    postsRead,
    done: through || stuck || postsRead >= mostPosts,
    cutShort: !through && (stuck || postsRead >= mostPosts),
  }
}

/** Page after page; safe to repeat, to kill, and to run twice. Throws what the feed throws; stored pages stay. */
export async function scanTarget(
  deps: ScanTargets,
  task: ScanTask,
  signal: AbortSignal,
): Promise<'done' | 'stopped'> {
  for (;;) {
    const waiting = await deps.store.findWaiting(task)
    if (waiting === null) return 'done'
    if (signal.aborted) return 'stopped'
    const page = await requireFeed(await deps.listFeeds(), task).listNew(
      { kind: task.kind, value: task.value },
      waiting.after,
      signal,
    )
    const now = deps.clock()
    const step = stepAfter(waiting, page, now)
    const saved = await deps.store.savePage(waiting, { step, now }, (inside) =>
      deps.storePosts(page.posts, inside),
    )
    if (saved) await page.onStored?.()
    deps.onPage?.(waiting, step.postsRead)
  }
}

function requireFeed(feeds: readonly PostFeed[], task: ScanTask): PostFeed {
  const feed = feeds.find((one) => one.source === task.source && isReadFor(one, task))
  if (feed === undefined) throw new SourceError('is paused, or not set up any more')
  return feed
}

/** Why reading a target failed, for the operator: only our own errors promise to hold no text and no secret. */
export function explainScanFailure(error: unknown): string {
  if (error instanceof SourceError) return `The source ${error.message.replace(/\.?$/u, '.')}`
  if (error instanceof Error && error.name === 'ArchiveWriteError') {
    return `The posts could not be kept: ${error.message.replace(/\.?$/u, '.')}`
  }
  return 'Something unexpected happened; the log says what.'
}
