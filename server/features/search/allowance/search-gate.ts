import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'

export type SearchGate = ReturnType<typeof makeSearchGate>

type GateLimits = {
  /** How many searches are made, or results read, at the same time. */
  atOnce: number
  /** How long one waits for its turn where many others do; `patience` times as long on a machine that is only slow. */
  waitMs: number
  /** How many wait at most, and how many of them for one caller. */
  mostWaiting: number
  mostOfOne: number
}

function refuse(): never {
  throw new AppError('overloaded', 'Too many searches at once; try again in a few seconds', {
    userMessage: 'Many people search at the moment. Please try again in a few seconds.',
    retryAfterSeconds: 3,
  })
}

type Enter = () => void

/** Who waits: callers take turns, each in the order in which they came, so that nobody waits behind all of one's. */
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
    /** Whose turn it is; their next comes after everybody else's. */
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

/** A concurrency limit with a bounded queue, fair among callers: what cannot be served is refused soon. */
export function makeSearchGate({ atOnce, waitMs, mostWaiting, mostOfOne }: GateLimits) {
  let inside = 0
  const waiting = makeQueue()

  /** More people wait than are served at the same time: who takes long keeps many waiting. */
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
    // The next in the queue takes the free place.
    if (next === null) inside -= 1
    else next()
  }
  return {
    isCrowded,
    /** Runs a caller's work when its turn comes; throws `overloaded` where it has waited too long. */
    async pass<T>(who: string, work: () => Promise<T>): Promise<T> {
      const isFull = () => waiting.size() >= mostWaiting || waiting.sizeOf(who) >= mostOfOne
      if (inside < atOnce) inside += 1
      else if (isFull() || !(await turn(who))) return refuse()
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
