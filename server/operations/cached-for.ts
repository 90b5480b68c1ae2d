import type { Clock } from '#server/clock.ts'

/** Reads at most once in `lifetimeMs`, also for concurrent calls; a failed read is repeated. */
export function cachedFor<T>(lifetimeMs: number, read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let cached: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = clock().getTime()
    // Setting the clock back also expires it.
    if (cached !== null && Math.abs(now - cached.at) < lifetimeMs) return cached.value
    const reading = { at: now, value: read() }
    cached = reading
    reading.value.catch(() => {
      if (cached === reading) cached = null
    })
    return reading.value
  }
}
