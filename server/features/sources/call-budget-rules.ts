/** Calls that went out at one moment. */
type SpentCalls = { at: number; calls: number }

/** What the source itself said: calls left until a moment. */
export type ToldAllowance = { until: number; callsLeft: number }

export type Spending = {
  now: number
  spent: readonly SpentCalls[]
  told: ToldAllowance | null
  /** Until when the source asked us to stay away; in the past where it does not. */
  pausedUntil: number
}

/** A minute, and the millisecond by which a kept moment may be too early. */
export const windowMs = 60_001

export type CallLimits = {
  perMinute: number
  /** Of what the source says is left for longer than a minute, so many are not touched. */
  spare: number
}

const recentOf = ({ now, spent }: Spending) => spent.filter(({ at }) => at > now - windowMs)

/** Calls that the source says are left and that are not for us. */
const untouched = ({ now, told }: Spending, spare: number) =>
  told !== null && told.until - now > windowMs ? spare : 0

/** How many calls may go out now. No window of a minute, wherever it begins, holds more than `perMinute`. */
export function freeCalls(spending: Spending, { perMinute, spare }: CallLimits): number {
  const { now, told, pausedUntil } = spending
  if (pausedUntil > now) return 0
  const free = recentOf(spending).reduce((left, { calls }) => left - calls, perMinute)
  const toldFree = told !== null && told.until > now ? told.callsLeft - untouched(spending, spare) : free
  return Math.max(0, Math.min(free, toldFree))
}

export function waitForCall(spending: Spending, { perMinute, spare }: CallLimits): number {
  const { now, told, pausedUntil } = spending
  const windowWait =
    told !== null && told.callsLeft <= untouched(spending, spare) ? Math.max(0, told.until - now) : 0
  const toldWait = Math.max(windowWait, pausedUntil - now)
  const recent = recentOf(spending).sort((a, b) => a.at - b.at)
  let tooMany = recent.reduce((sum, { calls }) => sum + calls, 0) - perMinute + 1
  for (const { at, calls } of recent) {
    if (tooMany <= 0) break
    tooMany -= calls
    if (tooMany <= 0) return Math.max(toldWait, Math.ceil(at + windowMs - now))
  }
  return Math.ceil(toldWait)
}

export function spend(spending: Spending, calls: number): Spending {
  const { now, spent, told, pausedUntil } = spending
  const less = told && { ...told, callsLeft: Math.max(0, told.callsLeft - calls) }
  return { now, spent: [...spent, { at: now, calls }], told: less, pausedUntil }
}

/** Answers of one window differ by the time they were under way. */
const sameWindowMs = 5000

/** In one window the least, since answers overtake each other; of another what it said last. Pauses stand apart. */
export function mergeAllowance(known: ToldAllowance | null, heard: ToldAllowance): ToldAllowance {
  if (known === null || Math.abs(heard.until - known.until) > sameWindowMs) return heard
  return {
    until: Math.max(known.until, heard.until),
    callsLeft: Math.min(known.callsLeft, heard.callsLeft),
  }
}
