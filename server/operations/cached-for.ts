import type { Clock } from '#server/clock.ts'

/** Reads at most once in `lifetimeMs`, also when many ask at the same moment; what failed is read again. */
export function cachedFor<T>(lifetimeMs: number, read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let cached: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = clock().getTime()
    // A clock that is set back ends it too.
    if (cached !== null && Math.abs(now - cached.at) < lifetimeMs) return cached.value
    const reading = { at: now, value: read() }
    cached = reading
    reading.value.catch(() => {
      if (cached === reading) cached = null
    })
    return reading.value
  }
}
