import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'

export type SearchGate = ReturnType<typeof makeSearchGate>

type GateLimits = {
  /** How many searches or reads of results run at the same time. */
  atOnce: number
  /**
   * How long a request may wait in the queue under load. If the machine is only slow, it may wait `patience`
   * times as long.
   */
  waitMs: number
  /** The maximum length of the queue in total and for each caller. */
  mostWaiting: number
  mostOfOne: number
}

function refuse(retryAfterSeconds: number): never {
  throw new AppError('overloaded', 'Too many searches at once; try again in a few seconds', {
    userMessage: 'Many people search at the moment. Please try again in a few seconds.',
    retryAfterSeconds,
  })
}

/** The delay before a retry if no duration was measured yet. */
const usualRetrySeconds = 3
const mostRetrySeconds = 60
/** The weight of the latest duration in the average. */
const newestShare = 0.1

/** Estimates when the requests that are waiting now will have been answered. */
function makeEstimate(atOnce: number) {
  let averageMs: number | null = null
  return {
    note(workMs: number): void {
      averageMs = averageMs === null ? workMs : averageMs + newestShare * (workMs - averageMs)
    },
    retrySeconds(waiting: number): number {
      if (averageMs === null) return usualRetrySeconds
      const seconds = Math.ceil(((waiting + 1) * averageMs) / atOnce / 1000)
      return Math.min(mostRetrySeconds, Math.max(1, seconds))
    },
  }
}

type Enter = () => void

/**
 * A queue in which callers alternate, so that nobody waits for all requests of another caller. The requests
 * of one caller stay in order.
 */
function makeQueue() {
  const byCaller = new Map<string, Enter[]>()
  let size = 0
  const put = (who: string, own: Enter[]) => {
    if (own.length > 0) byCaller.set(who, own)
    else byCaller.delete(who)
  }
  return {
    size: () => size,
    callers: () => byCaller.size,
    sizeOf: (who: string) => byCaller.get(who)?.length ?? 0,
    add(who: string, enter: Enter): void {
      put(who, [...(byCaller.get(who) ?? []), enter])
      size += 1
    },
    remove(who: string, enter: Enter): void {
      const own = byCaller.get(who) ?? []
      const others = own.filter((one) => one !== enter)
      put(who, others)
      size -= own.length - others.length
    },
    /** The next caller. The next request of that caller comes after one request of each other caller. */
    take(): Enter | null {
      const [first] = byCaller
      if (first === undefined) return null
      const [who, [enter = null, ...later]] = first
      byCaller.delete(who)
      put(who, later)
      size -= 1
      return enter
    },
  }
}

const patience = 10

/**
 * A concurrency limit with a bounded queue that is fair to all callers. Requests beyond the queue are refused
 * at once.
 */
export function makeSearchGate({ atOnce, waitMs, mostWaiting, mostOfOne }: GateLimits) {
  let inside = 0
  const waiting = makeQueue()
  const estimate = makeEstimate(atOnce)

  /** As many callers may wait as can run at once, because a single slow request already delays some. */
  const isCrowded = () => waiting.callers() > atOnce

  const turn = (who: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout
    const enter = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const waitOn = (waits: number) => {
      if (waits > 0 && (waits === patience || isCrowded())) {
        waiting.remove(who, enter)
        resolve(false)
      } else timer = setTimeout(() => waitOn(waits + 1), waitMs)
    }
    waitOn(0)
    waiting.add(who, enter)
    return promise
  }
  const leave = () => {
    const next = waiting.take()
    // The free slot goes to the next request in the queue.
    if (next === null) inside -= 1
    else next()
  }
  return {
    isCrowded,
    /** Runs a caller's work in a slot. Throws `overloaded` if the wait is too long. */
    async pass<T>(who: string, work: () => Promise<T>): Promise<T> {
      const isFull = () => waiting.size() >= mostWaiting || waiting.sizeOf(who) >= mostOfOne
      if (inside < atOnce) inside += 1
      else if (isFull() || !(await turn(who))) return refuse(estimate.retrySeconds(waiting.size()))
      const begunAt = performance.now()
      try {
        return await work()
      } finally {
        estimate.note(performance.now() - begunAt)
        leave()
      }
    },
  }
}

/** Whether this user or address may make another request now. If so, the request is counted. */
export type RateWindow = (who: string) => boolean | Promise<boolean>

const windowMs = 60_000
const mostWatched = 20_000

/** A limit per sliding window of one minute, counted in this process. */
export function makeRateWindow(perMinute: number, clock: Clock): (who: string) => boolean {
  // Created on first use, because it allocates memory for all callers.
  let recent: LRUCache<string, number[]> | null = null
  return (who) => {
    recent ??= new LRUCache({ max: mostWatched })
    const now = clock().getTime()
    const counted = (recent.get(who) ?? []).filter((at) => at > now - windowMs)
    if (counted.length >= perMinute) return false
    recent.set(who, [...counted, now])
    return true
  }
}
