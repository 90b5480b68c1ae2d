import type { PostKey } from './archive-store.ts'
import type { DropMonthsStore, OldPosts } from './drop-months-store.ts'

export type DropMonths = {
  store: DropMonthsStore
  /** Deletes posts and the rows that refer to them, in one transaction. */
  removePosts: (keys: readonly PostKey[]) => Promise<unknown>
  /** Stops early when the signal aborts. */
  pause: (delayMs: number, signal: AbortSignal) => Promise<void>
  tally: { dropped: number; total: number }
}

const postsAtOnce = 200
/**
 * The pause after each batch is as long as the batch took, plus this time, so that searches are not slowed
 * down.
 */
const restMs = 5

/** Drops old posts in small batches while the product runs. The run can safely be killed and repeated. */
export async function dropMonths(
  deps: DropMonths,
  old: OldPosts,
  signal: AbortSignal,
): Promise<'done' | 'stopped'> {
  const { store, tally } = deps
  const ids = await store.listOld(old)
  tally.total = ids.length
  for (let from = 0; from < ids.length; from += postsAtOnce) {
    if (signal.aborted) return 'stopped'
    const startedAt = performance.now()
    const some = ids.slice(from, from + postsAtOnce)
    await deps.removePosts(await store.listKeys(some))
    tally.dropped += some.length
    await deps.pause(performance.now() - startedAt + restMs, signal)
  }
  return 'done'
}

/** The first instant of a month such as 2025-01 (UTC). Undefined for any other text. */
export function readMonth(text: string): Date | undefined {
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/u.exec(text) ?? []
  const first = new Date(`${year}-${month}-01T00:00:00Z`)
  return Number.isNaN(first.getTime()) ? undefined : first
}
