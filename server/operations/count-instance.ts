import type { InstanceCounts } from '#contract/instance-counts.ts'
import { type Clock, dayMs } from '#server/clock.ts'
import type { InstanceStore } from './instance-store.ts'

/** The sources besides the archive: the titles of the searchable ones, and the number of feeds. */
type LiveSupply = { searched: readonly string[]; feeds: number }

export type CountInstance = { store: InstanceStore; clock: Clock; countLive: () => Promise<LiveSupply> }

const namedMost = 5

export async function countInstance({ store, clock, countLive }: CountInstance): Promise<InstanceCounts> {
  const since = new Date(clock().getTime() - dayMs)
  const [{ newestPostAt, ...counts }, live] = await Promise.all([store.count(since), countLive()])
  return {
    ...counts,
    searchedLive: live.searched.slice(0, namedMost),
    searchedLiveCount: live.searched.length,
    feeds: live.feeds,
    newestPostAt: newestPostAt?.toISOString() ?? null,
  }
}
