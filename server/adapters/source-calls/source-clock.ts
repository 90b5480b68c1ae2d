import { setTimeout } from 'node:timers/promises'

/** Time and chance, as calls to a source use them. */
export type SourceClock = {
  /** Milliseconds that only ever grow. */
  now(): number
  /** From 0 to below 1. */
  random(): number
  /** Rejects with the signal's reason when that aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export const systemClock: SourceClock = {
  now: () => performance.now(),
  random: Math.random,
  async pause(ms, signal) {
    try {
      await setTimeout(ms, undefined, { signal })
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  },
}

export type Deadline = { signal: AbortSignal; leftMs(): number }

export function deadlineIn(ms: number, signal: AbortSignal, sourceClock: SourceClock): Deadline {
  const endsAt = sourceClock.now() + ms
  return { signal, leftMs: () => endsAt - sourceClock.now() }
}

/** A search ends a little before its time is over, so that what was found, or the reason, still arrives. */
export function searchDeadline(timeLimitMs: number, signal: AbortSignal, sourceClock: SourceClock): Deadline {
  const ms = timeLimitMs * 0.9
  return deadlineIn(ms, AbortSignal.any([signal, AbortSignal.timeout(ms)]), sourceClock)
}

/** Reading for the scan has time of its own, whatever its caller allows. */
export function boundedDeadline(ms: number, signal: AbortSignal, sourceClock: SourceClock): Deadline {
  return deadlineIn(ms, AbortSignal.any([signal, AbortSignal.timeout(ms)]), sourceClock)
}

/** Rejects with the signal's reason when the caller stops waiting; the work itself runs to its end. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
