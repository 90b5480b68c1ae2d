import type { InstanceCounts } from '#contract/instance-counts.ts'
import type { Clock } from '#server/ports.ts'
import type { InstanceStore } from './instance-store.ts'

const countsKeptMs = 5 * 60_000
const dayMs = 24 * 60 * 60_000

export type CountInstance = { store: InstanceStore; clock: Clock }

async function count({ store, clock }: CountInstance): Promise<InstanceCounts> {
  const since = new Date(clock().getTime() - dayMs)
  const [accounts, posts, threadsReadLastDay] = await Promise.all([
    store.countAccounts(),
    store.countPosts(),
    store.countThreadsRead(since),
  ])
  return { accounts, posts, threadsReadLastDay }
}

/** Counts the installation; everybody who asks within five minutes gets the same count, asked for once. */
export function makeInstanceCounter(deps: CountInstance): () => Promise<InstanceCounts> {
  let kept: { at: number; counts: Promise<InstanceCounts> } | null = null
  return async () => {
    const now = deps.clock().getTime()
    if (kept !== null && now - kept.at < countsKeptMs) return kept.counts
    const counting = { at: now, counts: count(deps) }
    kept = counting
    try {
      return await counting.counts
    } catch (error) {
      // A count that failed is nobody's answer but of those who waited for it.
      if (kept === counting) kept = null
      throw error
    }
  }
}
