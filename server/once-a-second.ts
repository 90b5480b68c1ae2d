import type { Clock } from './ports.ts'

const lifetimeMs = 1000

/** Reads at most once a second, also when many ask at the same moment; what failed is read again. */
export function onceASecond<T>(read: () => Promise<T>, clock: Clock): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = clock().getTime()
    if (known !== null && now - known.at < lifetimeMs) return known.value
    const reading = { at: now, value: read() }
    known = reading
    reading.value.catch(() => {
      if (known === reading) known = null
    })
    return reading.value
  }
}
