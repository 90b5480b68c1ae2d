import { dayMs } from '#server/clock.ts'

/** The number of calls that were made at one instant. */
type SpentCalls = { at: number; calls: number }

/** How many calls the source still allows until an instant, according to its last report. */
export type ReportedRateLimit = { until: number; callsLeft: number }

export type Spending = {
  now: number
  spent: readonly SpentCalls[]
  reported: ReportedRateLimit | null
  /** The end of a pause for which the source asked. It is in the past if there is no pause. */
  pausedUntil: number
}

/** A minute plus one millisecond, because stored instants are rounded. */
export const windowMs = 60_001

/** A pause lasts at most a day, whatever the source says. */
export const boundedWait = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), dayMs))

export type CallLimits = {
  perMinute: number
  /** How many reported calls stay unused if the window of the report is longer than a minute. */
  spare: number
}

const recentOf = ({ now, spent }: Spending) => spent.filter(({ at }) => at > now - windowMs)

/** How many of the reported calls have to stay unused at the moment. */
const untouched = ({ now, reported }: Spending, spare: number) =>
  reported !== null && reported.until - now > windowMs ? spare : 0

/** How many calls may be made now. There are never more than `perMinute` in any window of a minute. */
export function freeCalls(spending: Spending, { perMinute, spare }: CallLimits): number {
  const { now, reported, pausedUntil } = spending
  if (pausedUntil > now) return 0
  const free = recentOf(spending).reduce((left, { calls }) => left - calls, perMinute)
  const reportedFree =
    reported !== null && reported.until > now ? reported.callsLeft - untouched(spending, spare) : free
  return Math.max(0, Math.min(free, reportedFree))
}

export function waitForCall(spending: Spending, { perMinute, spare }: CallLimits): number {
  const { now, reported, pausedUntil } = spending
  const windowWait =
    reported !== null && reported.callsLeft <= untouched(spending, spare)
      ? Math.max(0, reported.until - now)
      : 0
  const reportedWait = Math.max(windowWait, pausedUntil - now)
  const recent = recentOf(spending).sort((a, b) => a.at - b.at)
  let tooMany = recent.reduce((sum, { calls }) => sum + calls, 0) - perMinute + 1
  for (const { at, calls } of recent) {
    if (tooMany <= 0) break
    tooMany -= calls
    if (tooMany <= 0) return Math.max(reportedWait, Math.ceil(at + windowMs - now))
  }
  return Math.ceil(reportedWait)
}

export function spend(spending: Spending, calls: number): Spending {
  const { now, spent, reported, pausedUntil } = spending
  const less = reported && { ...reported, callsLeft: Math.max(0, reported.callsLeft - calls) }
  return { now, spent: [...spent, { at: now, calls }], reported: less, pausedUntil }
}

/**
 * Grants the available calls, but at most `wanted`. Returns their number, and the delay until another call is
 * available.
 */
export function grantCalls(spending: Spending, wanted: number, limits: CallLimits) {
  const count = Math.min(wanted, freeCalls(spending, limits))
  return { count, waitMs: count === wanted ? 0 : waitForCall(spend(spending, count), limits) }
}

/** Reset times that differ by at most this belong to one window, because response times vary. */
const sameWindowMs = 5000

/**
 * Within a window the lowest number counts, because responses may arrive out of order. For a new window the
 * latest report counts. Pauses are separate.
 */
export function mergeRateLimits(known: ReportedRateLimit | null, latest: ReportedRateLimit) {
  if (known === null || Math.abs(latest.until - known.until) > sameWindowMs) return latest
  return {
    until: Math.max(known.until, latest.until),
    callsLeft: Math.min(known.callsLeft, latest.callsLeft),
  }
}
