import type { Clock } from '#server/clock.ts'
import type { SourceRemovalStore } from './source-store.ts'

export type PurgeSources = {
  removal: SourceRemovalStore
  /** Takes posts out of the archive and of everything that is made of it. */
  removePosts: (keys: readonly { source: string; sourceId: string }[]) => Promise<unknown>
  /** Ends early when the signal aborts. */
  pause: (delayMs: number, signal: AbortSignal) => Promise<void>
  clock: Clock
}

const postsAtOnce = 100
/** Leaves the database to people who search: it rests for as long as it worked, and a little more. */
const restMs = 20
/** Searches and readings that were under way when it was removed have ended by then, whichever instance made them. */
const stragglersMs = 5 * 60_000

/** Deletes the posts of a removed source, in small steps; safe to repeat, to kill, and to run twice at the same time. */
export async function purgeSource(deps: PurgeSources, id: string, signal: AbortSignal): Promise<void> {
  const source = (await deps.removal.listRemoved()).find((one) => one.id === id)
  if (source === undefined) return
  while (!signal.aborted) {
    const startedAt = performance.now()
    const keys = await deps.removal.listBrought(source, postsAtOnce)
    if (keys.length === 0) break
    await deps.removePosts(keys)
    await deps.pause(performance.now() - startedAt + restMs, signal)
  }
  if (signal.aborted || deps.clock().getTime() - Number(source.removedAt) < stragglersMs) return
  await deps.removal.finishRemoval(source, deps.clock())
}
