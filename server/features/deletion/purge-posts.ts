import type { Clock } from '#server/ports.ts'
import type { DeletionStore, PostKey } from './deletion-store.ts'

export type PurgePosts = {
  store: Pick<DeletionStore, 'purge'>
  /** Takes posts out of the archive, inside the transaction that notes that they never come back. */
  removePosts: (
    keys: readonly PostKey[],
    inside: Parameters<Parameters<DeletionStore['purge']>[2]>[0],
  ) => Promise<number>
  clock: Clock
}

const keysAtOnce = 500

/** Deletes whatever was made of a post; its id stays, so that the post never returns. Returns how many were here. */
export async function purgePosts(deps: PurgePosts, keys: readonly PostKey[]): Promise<number> {
  let removed = 0
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const some = keys.slice(from, from + keysAtOnce)
    removed += await deps.store.purge(some, deps.clock(), (inside) => deps.removePosts(some, inside))
  }
  return removed
}
