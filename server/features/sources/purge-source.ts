import type { Clock, Duty } from '#server/clock.ts'
import type { SourceRemovalStore } from './source-store.ts'

export type PurgeSources = {
  removal: SourceRemovalStore
  /** Deletes posts from the archive and all data derived from them. */
  removePosts: (keys: readonly { source: string; sourceId: string }[]) => Promise<unknown>
  /** Stops early when the signal aborts. */
  pause: (delayMs: number, signal: AbortSignal) => Promise<void>
  clock: Clock
}

const postsAtOnce = 100
/** After each batch, pauses slightly longer than the batch took, so that searches are not slowed down. */
const restMs = 20
/**
 * After this delay, all searches and reads that were running when the source was removed have ended, in every
 * instance.
 */
const stragglersMs = 5 * 60_000

/**
 * Deletes the posts of a removed source in small batches. It can safely be repeated, killed, and run twice at
 * the same time.
 */
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

/** Deletes the posts of removed sources, with one job per source. */
export const removalDuty = (deps: PurgeSources): Duty => ({
  name: 'source-removal',
  title: 'removal of sources',
  atOnce: 1,
  listDue: async () => (await deps.removal.listRemoved()).map(({ id }) => ({ key: id, data: { id } })),
  run: (data, signal) => purgeSource(deps, (data as { id: string }).id, signal),
})
