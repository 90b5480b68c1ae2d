import { LRUCache } from 'lru-cache'

type Warn = (message: string, cause?: unknown) => void

const quietMs = 3_600_000

/** What fails again and again, such as a site that cannot be reached, is told once an hour; the health panel says how it is now. */
export function quietRepeats(warn: Warn): Warn {
  const told = new LRUCache<string, true>({ max: 1000, ttl: quietMs })
  return (message, cause) => {
    if (told.has(message)) return
    told.set(message, true)
    warn(message, cause)
  }
}
