import { databaseTrouble } from './database-failure.ts'
import type { DatabaseProbe } from './probe-database.ts'

export type OutageLog = ReturnType<typeof makeOutageLog>

type OutageDeps = {
  probe: Pick<DatabaseProbe, 'ask'>
  log: (level: 'error' | 'info', details: object, message: string) => void
  pauseMs?: number
}

/**
 * Logs one line when the database becomes unavailable and one when it is available again, however many
 * requests fail.
 */
export function makeOutageLog({ probe, log, pauseMs = 1_000 }: OutageDeps) {
  let outage: { startedAt: number; failures: number; lastAt: number } | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const look = async () => {
    const usable = (await probe.ask()) === null
    if (outage === null) return
    const now = performance.now()
    if (usable && now - outage.lastAt >= pauseMs) {
      const seconds = Math.round((now - outage.startedAt) / 100) / 10
      log('info', { failures: outage.failures, seconds }, 'The database is available again')
      outage = null
      return
    }
    timer = setTimeout(look, pauseMs).unref()
  }
  return {
    /** Records the outage that caused a failure. Null if the database is not the cause. */
    note(error: unknown) {
      const trouble = databaseTrouble(error)
      // Abandoned work may still run when the product closes its database, which is not an outage.
      if (trouble === null || closed) return trouble
      const now = performance.now()
      if (outage === null) {
        outage = { startedAt: now, failures: 0, lastAt: now }
        log('error', trouble, 'The database is unavailable; requests that need it are answered with 503')
        timer = setTimeout(look, pauseMs).unref()
      }
      outage.failures += 1
      outage.lastAt = now
      return trouble
    },
    /** Logs no more outages after this call. */
    close(): void {
      closed = true
      outage = null
      if (timer !== null) clearTimeout(timer)
    },
  }
}
