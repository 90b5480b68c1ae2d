import type { Digest } from '#contract/digests.ts'
import { nextDue, type Rhythm, type Weekday } from '#server/clock.ts'

/** When somebody wants digests, in their own time zone. */
export type DigestTime = Pick<Digest, 'frequency' | 'at' | 'weekday'> & { timeZone: string }

/** The first digest after `now`: one a day or week, also where the clock skips or repeats its hour. */
export function nextDigest({ frequency, at, weekday, timeZone }: DigestTime, now: Date): Date {
  // A zone may disappear with a new version of Node.
  const rhythm: Rhythm = {
    at: at as `${number}:${number}`,
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  }
  return nextDue(frequency === 'weekly' ? { ...rhythm, on: weekday as Weekday } : rhythm, now)
}

/** Whether this machine knows the zone; offsets such as +02:00 are none. */
export function isTimeZone(name: string): boolean {
  if (name.startsWith('+') || name.startsWith('-')) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const minuteMs = 60_000

/** After a failure, from five minutes to an hour later. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60, 5 * 2 ** (tries - 1)) * minuteMs)
}
