/** Calls that went out at one moment. */
type SpentCalls = { at: number; calls: number }

/** What the source itself said: calls left until a moment. */
export type ReportedRateLimit = { until: number; callsLeft: number }

export type Spending = {
  now: number
  spent: readonly SpentCalls[]
  reported: ReportedRateLimit | null
  /** Until when the source asked us to stay away; in the past where it does not. */
  pausedUntil: number
}

/** A minute, and the millisecond by which a stored moment may be too early. */
export const windowMs = 60_001

const dayMs = 86_400_000

/** Nothing that a source says keeps us away for more than a day. */
export const boundedWait = (ms: number): number => (Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), dayMs))

export type CallLimits = {
  perMinute: number
  /** Of what the source says is left for longer than a minute, so many are not touched. */
  spare: number
}

const recentOf = ({ now, spent }: Spending) => spent.filter(({ at }) => at > now - windowMs)

/** Calls that the source says are left and that are not for us. */
const untouched = ({ now, reported }: Spending, spare: number) =>
  reported !== null && reported.until - now > windowMs ? spare : 0

/** How many calls may go out now. No window of a minute, wherever it begins, holds more than `perMinute`. */
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

/** Grants as many calls as there are, at most `wanted`, and says how long the others wait. */
export function grantCalls(spending: Spending, wanted: number, limits: CallLimits) {
  const count = Math.min(wanted, freeCalls(spending, limits))
  return { count, waitMs: count === wanted ? 0 : waitForCall(spend(spending, count), limits) }
}

/** Answers of one window differ by the time they were under way. */
const sameWindowMs = 5000

/** In one window the least, since answers overtake each other; of another what it said last. Pauses are separate. */
export function mergeRateLimits(known: ReportedRateLimit | null, latest: ReportedRateLimit) {
  if (known === null || Math.abs(latest.until - known.until) > sameWindowMs) return latest
  return {
    until: Math.max(known.until, latest.until),
    callsLeft: Math.min(known.callsLeft, latest.callsLeft),
  }
}
