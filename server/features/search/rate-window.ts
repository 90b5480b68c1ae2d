import { LRUCache } from 'lru-cache'

/** Whether one more of something is allowed to this person or address now; counts it when it is. */
export type RateWindow = (who: string) => boolean

const windowMs = 60_000
const mostWatched = 20_000

/** At most so many in any minute, in this process. */
export function makeRateWindow(perMinute: number, now: () => number): RateWindow {
  const recent = new LRUCache<string, number[]>({ max: mostWatched })
  return (who) => {
    const since = now() - windowMs
    const counted = (recent.get(who) ?? []).filter((at) => at > since)
    if (counted.length >= perMinute) return false
    recent.set(who, [...counted, now()])
    return true
  }
}
