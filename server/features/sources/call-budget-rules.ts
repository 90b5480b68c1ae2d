/** The number of calls made at one instant. */
type SpentCalls = { at: number; calls: number }

/** A report from the source: remaining calls until an instant. */
export type ReportedRateLimit = { until: number; callsLeft: number }

export type Spending = {
  now: number
  spent: readonly SpentCalls[]
  reported: ReportedRateLimit | null
  /** The end of a pause that the source asked for; in the past if there is none. */
  pausedUntil: number
}

/** A minute plus one millisecond, the rounding error of stored instants. */
export const windowMs = 60_001

const dayMs = 86_400_000

/** The maximum pause is a day, whatever a source says. */
export const boundedWait = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), dayMs))

export type CallLimits = {
  perMinute: number
  /** The part of the remaining calls that is reserved in windows longer than a minute. */
  spare: number
}

const recentOf = ({ now, spent }: Spending) => spent.filter(({ at }) => at > now - windowMs)

/** Remaining calls reported by the source that are reserved. */
const untouched = ({ now, reported }: Spending, spare: number) =>
  reported !== null && reported.until - now > windowMs ? spare : 0

/** How many calls may be made now: never more than `perMinute` in any window of a minute. */
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

/** Grants the available calls, at most `wanted`, and returns the delay of the others. */
export function grantCalls(spending: Spending, wanted: number, limits: CallLimits) {
  const count = Math.min(wanted, freeCalls(spending, limits))
  return { count, waitMs: count === wanted ? 0 : waitForCall(spend(spending, count), limits) }
}

/** Reports about the same window differ by the time that the responses took. */
const sameWindowMs = 5000

/**
 * Within a window the lowest number counts, because responses may overtake each other. For a new window the
 * latest one counts. Pauses are separate.
 */
export function mergeRateLimits(known: ReportedRateLimit | null, latest: ReportedRateLimit) {
  if (known === null || Math.abs(latest.until - known.until) > sameWindowMs) return latest
  return {
    until: Math.max(known.until, latest.until),
    callsLeft: Math.min(known.callsLeft, latest.callsLeft),
  }
}
