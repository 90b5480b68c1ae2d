import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'

/** One limit of calls in a minute, for a key or a person. */
export type CallLimit = { name: string; who: string; most: number }

type Left = { name: string; most: number; left: number; resetSeconds: number }

const windowMs = 60_000
const mostWatched = 20_000

/** Sliding windows of a minute in this process, with what is left of them for the headers of a reply. */
export function makeCallLimits(clock: Clock) {
  const recent = new LRUCache<string, number[]>({ max: mostWatched })
  return {
    /** Counts a call if no limit is reached. */
    count(limits: readonly CallLimit[]): { allowed: boolean; left: Left[] } {
      const now = clock().getTime()
      const windows = limits.map(({ name, who, most }) => {
        const key = `${name} ${who}`
        return { name, most, key, calls: (recent.get(key) ?? []).filter((at) => at > now - windowMs) }
      })
      const allowed = windows.every(({ calls, most }) => calls.length < most)
      if (allowed) {
        for (const { key, calls } of windows) {
          calls.push(now)
          recent.set(key, calls)
        }
      }
      const left = windows.map(({ name, most, calls }) => ({
        name,
        most,
        left: Math.max(0, most - calls.length),
        resetSeconds: Math.max(1, Math.ceil(((calls[0] ?? now) + windowMs - now) / 1000)),
      }))
      return { allowed, left }
    },
  }
}

/** The headers of the IETF's draft "RateLimit header fields for HTTP". */
export const limitHeaders = (left: readonly Left[]): Record<string, string> => ({
  'ratelimit-policy': left.map(({ name, most }) => `"${name}";q=${most};w=${windowMs / 1000}`).join(', '),
  ratelimit: left.map(({ name, left: r, resetSeconds }) => `"${name}";r=${r};t=${resetSeconds}`).join(', '),
})

/** When the limit that is reached has room again. */
export const waitSeconds = (left: readonly Left[]) =>
  Math.max(1, ...left.filter((one) => one.left === 0).map((one) => one.resetSeconds))
