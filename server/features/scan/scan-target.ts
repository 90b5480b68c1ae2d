import { type Clock, type Post, type PostFeed, SourceError } from '#server/ports.ts'
import { stepAfter } from './scan-page-rules.ts'
import type { ScanStore, WaitingTask } from './scan-store.ts'
import { isReadFor, type ScanTask } from './scan-task-rules.ts'

/** The store as a transaction sees it; only what keeps posts looks inside. */
type KeepPage = Parameters<ScanStore['savePage']>[2]

export type ScanTargets = {
  store: Pick<ScanStore, 'findWaiting' | 'savePage'>
  listFeeds: () => Promise<readonly PostFeed[]>
  /** Scores posts and keeps them, inside the transaction that notes how far the feed was read. */
  keepPosts: (posts: readonly Post[], inside: Parameters<KeepPage>[0]) => ReturnType<KeepPage>
  clock: Clock
  mostPosts: number
  onPage?: (task: WaitingTask, postsRead: number) => void
}

/** Page after page; safe to repeat, to kill, and to run twice. Throws what the feed throws; pages kept stay. */
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
    const step = stepAfter(waiting, page, { most: deps.mostPosts, now })
    const saved = await deps.store.savePage(waiting, { step, now }, (inside) =>
      deps.keepPosts(page.posts, inside),
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
