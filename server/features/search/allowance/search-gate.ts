import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'

export type SearchGate = ReturnType<typeof makeSearchGate>

type GateLimits = {
  /** How many searches or reads of results run at the same time. */
  atOnce: number
  /** How often a waiting request checks whether its turn will come in time, in milliseconds. */
  checkMs: number
  /** The maximum length of the queue in total and for each caller. */
  mostWaiting: number
  mostOfOne: number
}

/**
 * Gives the slot to the next request while this one waits for other sites. The work continues in the next
 * slot that becomes free.
 */
export type Away = <T>(answer: Promise<T>) => Promise<T>

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

function retrySeconds(expectedMs: number | null): number {
  if (expectedMs === null) return usualRetrySeconds
  return Math.min(mostRetrySeconds, Math.max(1, Math.ceil(expectedMs / 1000)))
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
  const ownOf = (who: string) => byCaller.get(who) ?? []
  return {
    size: () => size,
    callers: () => byCaller.size,
    sizeOf: (who: string) => ownOf(who).length,
    /** How many requests run before the request `enter` of a caller, or without it before a new one. */
    before(who: string, enter?: Enter): number {
      const own = enter === undefined ? ownOf(who).length : ownOf(who).indexOf(enter)
      let before = own
      for (const [other, theirs] of byCaller) if (other !== who) before += Math.min(theirs.length, own + 1)
      return before
    },
    add(who: string, enter: Enter): void {
      put(who, [...ownOf(who), enter])
      size += 1
    },
    remove(who: string, enter: Enter): void {
      const own = ownOf(who)
      const others = own.filter((one) => one !== enter)
      put(who, others)
      size -= own.length - others.length
    },
    /** Removes and returns the next request, and puts its caller behind all other callers. */
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

/** Estimates waits from how often requests have ended. */
function makeEstimate(atOnce: number) {
  let averageMs: number | null = null
  let lastEndedAt: number | null = null
  return {
    /**
     * While others wait, the time since the previous end counts, because concurrent requests share
     * processors. Otherwise, the duration of the request is divided by the number of slots.
     */
    noteEnd({ workMs, othersWait }: { workMs: number; othersWait: boolean }): void {
      const now = performance.now()
      const sinceMs = othersWait && lastEndedAt !== null ? now - lastEndedAt : workMs / atOnce
      averageMs = averageMs === null ? sinceMs : averageMs + newestShare * (sinceMs - averageMs)
      lastEndedAt = othersWait ? now : null
    },
    /** The expected wait behind `before` other requests in milliseconds; null without a measurement. */
    waitMs: (before: number) => averageMs && (before + 1) * averageMs,
  }
}

function makeSlots(atOnce: number, nextWaiting: () => Enter | null) {
  let taken = 0
  let movedAt = performance.now()
  /** Requests that need a slot again after they waited for other sites. They get the next free slots. */
  const returning: Enter[] = []
  const takeFree = () => {
    if (taken === atOnce) return false
    taken += 1
    movedAt = performance.now()
    return true
  }
  return {
    takeFree,
    /** Gives the slot to the next request, if there is one. */
    free(): void {
      movedAt = performance.now()
      const next = returning.shift() ?? nextWaiting()
      if (next === null) taken -= 1
      else next()
    },
    async comeBack(): Promise<void> {
      if (!takeFree()) await new Promise<void>((enter) => returning.push(enter))
    },
    /** The time since a slot was last taken or freed, in milliseconds. */
    stuckMs: () => performance.now() - movedAt,
  }
}

/** Runs work that has a slot. Returns its result and how long it used the slot, in milliseconds. */
async function runInSlot<T>(
  slots: Pick<ReturnType<typeof makeSlots>, 'free' | 'comeBack'>,
  work: (away: Away) => Promise<T>,
  note: (workMs: number) => void,
): Promise<T> {
  let begunAt = performance.now()
  let workMs = 0
  const away: Away = async (answer) => {
    workMs += performance.now() - begunAt
    slots.free()
    try {
      return await answer
    } finally {
      await slots.comeBack()
      begunAt = performance.now()
    }
  }
  try {
    return await work(away)
  } finally {
    note(workMs + performance.now() - begunAt)
    slots.free()
  }
}

/**
 * A request is refused if its expected wait is longer than this many checks. A shorter wait is better than a
 * refusal, after which the request has to be sent again.
 */
const expectedChecks = 8
/** If many callers wait and no slot changes for this many checks, requests are refused. */
const stuckChecks = 2
/** No request waits for more checks than this. */
const mostChecks = 20

/**
 * A concurrency limit with a bounded queue that is fair to all callers. Requests that would wait too long are
 * refused at once.
 */
export function makeSearchGate({ atOnce, checkMs, mostWaiting, mostOfOne }: GateLimits) {
  const waiting = makeQueue()
  const slots = makeSlots(atOnce, () => waiting.take())
  const estimate = makeEstimate(atOnce)

  /** Whether more callers wait than can run at once. Fewer may wait because of a single slow request. */
  const isCrowded = () => waiting.callers() > atOnce
  const isTooLong = (before: number) =>
    before >= atOnce && (estimate.waitMs(before) ?? 0) > expectedChecks * checkMs
  const isFull = (who: string) => waiting.size() >= mostWaiting || waiting.sizeOf(who) >= mostOfOne

  const turn = (who: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    let timer: NodeJS.Timeout
    const enter = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const mustGo = (checks: number) =>
      checks === mostChecks ||
      (isCrowded() && slots.stuckMs() >= stuckChecks * checkMs) ||
      // The first estimate may have been made before requests were measured under this load.
      (checks === 1 && isTooLong(waiting.before(who, enter)))
    const check = (checks: number) => {
      if (checks > 0 && mustGo(checks)) {
        waiting.remove(who, enter)
        resolve(false)
      } else timer = setTimeout(() => check(checks + 1), checkMs)
    }
    check(0)
    waiting.add(who, enter)
    return promise
  }
  return {
    isCrowded,
    /** Runs a caller's work in a slot. Throws `overloaded` if the wait is or would be too long. */
    async pass<T>(who: string, work: (away: Away) => Promise<T>): Promise<T> {
      const isRefused = () => isFull(who) || isTooLong(waiting.before(who))
      if (!slots.takeFree() && (isRefused() || !(await turn(who))))
        return refuse(retrySeconds(estimate.waitMs(waiting.before(who))))
      return runInSlot(slots, work, (workMs) => estimate.noteEnd({ workMs, othersWait: waiting.size() > 0 }))
    },
  }
}

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
