import { LRUCache } from 'lru-cache'
import type { Clock } from '#server/clock.ts'
import { makeOutageLog } from '#server/database/outage-log.ts'
import { makeDatabaseProbe } from '#server/database/probe-database.ts'
import { makeRefusalLog } from '#server/doors/web/refusal-log.ts'
import { makeHealthWatch } from '#server/operations/health-watch.ts'
import { makeReadiness } from '#server/operations/readiness.ts'
import { SourceError } from '#server/source-ports.ts'
import type { Given } from './wired.ts'

/** The message of a source's error, followed by the message of the network error behind it. */
const describeRefusal = ({ message, cause }: SourceError) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

/** Reports each failure of the database, the disk or a provider once. */
export function wireHealth({ config, database, logger }: Given, clock: Clock) {
  const log = (level: 'error' | 'warn' | 'info', details: object, message: string) =>
    logger[level](details, message)
  const watch = makeHealthWatch(clock)
  const probe = makeDatabaseProbe(database.pool)
  const outages = makeOutageLog({ probe, log })
  const refusals = makeRefusalLog((details, message) => logger.info(details, message))
  return {
    watch,
    probe,
    outages,
    refusals,
    readiness: makeReadiness({ probe, folder: config.dataDir, watch, log }),
    warn: (message: string, cause: unknown): void => {
      if (outages.note(cause) !== null || !refusals.mayTell(message)) return
      // The message of a source is sufficient, so the stack is not logged.
      if (cause instanceof SourceError) logger.warn({ reason: describeRefusal(cause) }, message)
      else logger.warn({ err: cause }, message)
    },
    async close(): Promise<void> {
      outages.close()
      refusals.close()
      await probe.close()
    },
  }
}

type Warn = (message: string, cause?: unknown) => void

const quietMs = 3_600_000

/** Logs a repeated failure, such as an unreachable site, once an hour; the health panel shows the current state. */
export function quietRepeats(warn: Warn): Warn {
  const logged = new LRUCache<string, true>({ max: 1000, ttl: quietMs })
  return (message, cause) => {
    if (logged.has(message)) return
    logged.set(message, true)
    warn(message, cause)
  }
}
