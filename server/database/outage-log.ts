import { type DatabaseTrouble, databaseTrouble } from './database-failure.ts'
import type { DatabaseProbe } from './probe-database.ts'

export type OutageLog = ReturnType<typeof makeOutageLog>

/** SQLSTATEs of statements that took too long or met a lock, while others may succeed. */
const ofSingleStatements = new Set(['40001', '40P01', '55P03', '57014'])

const isOfDatabase = ({ code }: DatabaseTrouble) => code === null || !ofSingleStatements.has(code)

type OutageDeps = {
  probe: Pick<DatabaseProbe, 'ask'>
  log: (level: 'error' | 'warn' | 'info', details: object, message: string) => void
  pauseMs?: number
}

/**
 * Logs one line when the database becomes unavailable, or when some statements fail, and one when this is
 * over, however many requests fail.
 */
export function makeOutageLog({ probe, log, pauseMs = 1_000 }: OutageDeps) {
  let outage: { startedAt: number; failures: number; lastAt: number; isWhole: boolean } | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false
  const look = async () => {
    const usable = (await probe.ask()) === null
    if (outage === null) return
    const now = performance.now()
    if (usable && now - outage.lastAt >= pauseMs) {
      const seconds = Math.round((now - outage.startedAt) / 100) / 10
      const over = outage.isWhole ? 'The database is available again' : 'Statements succeed again'
      log('info', { failures: outage.failures, seconds }, over)
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
      const isWhole = isOfDatabase(trouble)
      if (outage === null) {
        outage = { startedAt: now, failures: 0, lastAt: now, isWhole: false }
        timer = setTimeout(look, pauseMs).unref()
        if (!isWhole) log('warn', trouble, 'A statement failed; its request is answered with 503')
      }
      if (isWhole && !outage.isWhole) {
        outage.isWhole = true
        log('error', trouble, 'The database is unavailable; requests that need it are answered with 503')
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
