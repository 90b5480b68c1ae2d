const windowMs = 60_000

/** How often one address may have posts scored within a minute. */
export const scoresPerMinute = 30

/** The minute that an instant belongs to. */
export function minuteStart(now: Date): Date {
  return new Date(Math.floor(now.getTime() / windowMs) * windowMs)
}

/** Whole seconds until the next minute begins, at least one. */
export function secondsUntilNextMinute(now: Date): number {
  return Math.max(1, Math.ceil((minuteStart(now).getTime() + windowMs - now.getTime()) / 1000))
}
