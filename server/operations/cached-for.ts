import type { Clock } from '#server/clock.ts'

/**
 * Reads at most once per `lifetimeMs`, even if calls are concurrent. If a read fails, the next call reads
 * again.
 */
export function cachedFor<T>(lifetimeMs: number, read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let cached: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = clock().getTime()
    // If the clock is set back, the cached value expires as well.
    if (cached !== null && Math.abs(now - cached.at) < lifetimeMs) return cached.value
    const reading = { at: now, value: read() }
    cached = reading
    reading.value.catch(() => {
      if (cached === reading) cached = null
    })
    return reading.value
  }
}
