import { LRUCache } from 'lru-cache'

/** Whether live sources may be asked for this searcher now; counts it when they may. */
export type LiveShare = (searcher: string) => boolean

const windowMs = 60_000
const mostSearchers = 20_000

/** So many searches a minute of one searcher ask live sources: the calls of a minute are everybody's. */
export function makeLiveShare(perMinute: number, now: () => number): LiveShare {
  const recent = new LRUCache<string, number[]>({ max: mostSearchers })
  return (searcher) => {
    const since = now() - windowMs
    const asked = (recent.get(searcher) ?? []).filter((at) => at > since)
    if (asked.length >= perMinute) return false
    recent.set(searcher, [...asked, now()])
    return true
  }
}
