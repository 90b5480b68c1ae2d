import type { Digest } from '#contract/digests.ts'
import { minuteMs, nextDue, type Rhythm, type Weekday } from '#server/clock.ts'

/** The times of a person's digests, in their own time zone. */
export type DigestTime = Pick<Digest, 'frequency' | 'at' | 'weekday'> & { timeZone: string }

/**
 * When the next digest after `now` is due. There is one digest per day or week, even if daylight saving skips
 * or repeats the hour.
 */
export function nextDigest({ frequency, at, weekday, timeZone }: DigestTime, now: Date): Date {
  // A new version of Node may no longer know a time zone.
  const rhythm: Rhythm = {
    at: at as `${number}:${number}`,
    timeZone: isTimeZone(timeZone) ? timeZone : 'UTC',
  }
  return nextDue(frequency === 'weekly' ? { ...rhythm, on: weekday as Weekday } : rhythm, now)
}

/** Whether this machine knows the time zone. Offsets such as +02:00 are not time zones. */
export function isTimeZone(name: string): boolean {
  if (name.startsWith('+') || name.startsWith('-')) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** When a failed digest is sent again: after five minutes at first, then after up to an hour. */
export function nextTry(tries: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(60, 5 * 2 ** (tries - 1)) * minuteMs)
}
