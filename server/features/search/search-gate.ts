import { LRUCache } from 'lru-cache'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'

export type SearchGate = ReturnType<typeof makeSearchGate>

type GateLimits = {
  /** How many searches are made at the same time. */
  atOnce: number
  /** How long one waits for its turn. */
  waitMs: number
  /** How many wait at most. */
  mostWaiting: number
}

function refuse(): never {
  throw new AppError('overloaded', 'Too many searches at once; try again in a few seconds', {
    userMessage: 'Many people search at the moment. Please try again in a few seconds.',
    retryAfterSeconds: 3,
  })
}

/** A concurrency limit with a bounded queue, first come first served: what cannot be served is refused soon. */
export function makeSearchGate({ atOnce, waitMs, mostWaiting }: GateLimits) {
  let inside = 0
  const waiting = new Set<() => void>()

  const turn = (): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const enter = () => {
      clearTimeout(timer)
      waiting.delete(enter)
      resolve(true)
    }
    const timer = setTimeout(() => {
      waiting.delete(enter)
      resolve(false)
    }, waitMs)
    waiting.add(enter)
    return promise
  }
  const leave = () => {
    const [next] = waiting
    // The next in the queue takes the free place.
    if (next === undefined) inside -= 1
    else next()
  }
  return {
    /** Runs the work when its turn comes, within `waitMs`; throws `overloaded` otherwise. */
    async pass<T>(work: () => Promise<T>): Promise<T> {
      if (inside < atOnce) inside += 1
      else if (waiting.size >= mostWaiting || !(await turn())) return refuse()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Whether one more of something is allowed to this person or address now; counts it when it is. */
export type RateWindow = (who: string) => boolean

const windowMs = 60_000
const mostWatched = 20_000

/** A rate limit over any minute, in this process. */
export function makeRateWindow(perMinute: number, clock: Clock): RateWindow {
  const recent = new LRUCache<string, number[]>({ max: mostWatched })
  return (who) => {
    const now = clock().getTime()
    const counted = (recent.get(who) ?? []).filter((at) => at > now - windowMs)
    if (counted.length >= perMinute) return false
    recent.set(who, [...counted, now])
    return true
  }
}
