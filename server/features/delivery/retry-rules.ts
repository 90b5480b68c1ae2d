import { hourMs, minuteMs } from '#server/clock.ts'

const secondMs = 1000

/** The delays before the ten attempts, three days in total (as in Standard Webhooks 1.0.0). */
const pausesMs = [
  0,
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
]

const longestWaitMs = 24 * hourMs

/** A finished attempt. `status` is null if there was no response. `tries` includes it. */
export type EndedTry = { tries: number; status: number | null; retryAfter: string | null; now: Date }

export type NextStep =
  | { state: 'delivered' }
  | { state: 'waiting'; nextTryAt: Date }
  /**
   * The receiver is permanently gone (410) or has accepted nothing for three days, so the webhook is switched
   * off.
   */
  | { state: 'failed'; off: 'gone' | 'failed' }

/** Parses seconds or a date, as HTTP allows; null if the text is neither. */
function readRetryAfter(text: string | null, now: Date): number | null {
  if (text === null) return null
  if (/^\d{1,9}$/u.test(text.trim())) return Number(text) * secondMs
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at - now.getTime()
}

/**
 * Decides what follows an attempt. `Retry-After` from the receiver can only delay the next attempt, and by at
 * most a day.
 */
export function decideNext({ tries, status, retryAfter, now }: EndedTry): NextStep {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' }
  if (status === 410) return { state: 'failed', off: 'gone' }
  const pauseMs = pausesMs[tries]
  if (pauseMs === undefined) return { state: 'failed', off: 'failed' }
  const askedMs = status === 429 || status === 503 ? (readRetryAfter(retryAfter, now) ?? 0) : 0
  const waitMs = Math.max(pauseMs, Math.min(askedMs, longestWaitMs))
  return { state: 'waiting', nextTryAt: new Date(now.getTime() + waitMs) }
}
