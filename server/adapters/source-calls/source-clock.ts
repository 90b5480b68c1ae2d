import { setTimeout } from 'node:timers/promises'

/** Time and randomness for calls to a source. */
export type SourceClock = {
  /** Monotonic milliseconds. */
  now(): number
  /** At least 0 and below 1. */
  random(): number
  /** Rejects with the signal's reason if the signal aborts. */
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

/** A signal that aborts after this time, or when the caller stops waiting. */
export function deadlineIn(ms: number, sourceClock: SourceClock, caller?: AbortSignal): Deadline {
  const endsAt = sourceClock.now() + ms
  // `AbortSignal.timeout` only accepts integers.
  const over = AbortSignal.timeout(Math.ceil(ms))
  const signal = caller === undefined ? over : AbortSignal.any([caller, over])
  return { signal, leftMs: () => endsAt - sourceClock.now() }
}

/** Rejects with the signal's reason when the caller stops waiting, although the work continues. */
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
