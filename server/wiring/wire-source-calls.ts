import { sourceCircuit } from '#server/adapters/source-calls/source-circuit.ts'
import { systemClock } from '#server/adapters/source-calls/source-clock.ts'
import type { Clock } from '#server/clock.ts'
import type { SourceList } from '#server/features/search/run/find-posts.ts'
import { makeCallBudget } from '#server/features/sources/call-budget-store.ts'
import type { DeletionCheck, PostFeed } from '#server/source-ports.ts'
import type { Wired } from './wired.ts'

/** The currently configured sources apart from the archive. */
export interface LiveNow extends SourceList {
  listFeeds(): Promise<readonly PostFeed[]>
  /**
   * At most one check per source, also for paused sources and for removed sources with stored posts. Items
   * that have left a feed are deleted even if no feed is configured any more.
   */
  listChecks(): Promise<readonly DeletionCheck[]>
}

export type SourceDeps = Pick<Wired, 'config' | 'database' | 'publicUrl' | 'clock' | 'workers'> & {
  /** The clock of tests that stop the time. If it is null, calls are counted by the database's clock. */
  stoppedClock: Clock | null
}

/**
 * Scans and deletion checks leave this many calls per minute to searches. At least a third of the calls
 * remains for scans and checks.
 */
const spareOf = (callsPerMinute: number) => Math.min(40, Math.floor((callsPerMinute * 2) / 3))

export const circuitSettings = { failuresToOpen: 5, openMs: 60_000 }

export type Calls = ReturnType<typeof callsTo>

/** The budgets of one source for searches and for jobs, with a shared circuit breaker. */
export function callsTo(source: string, callsPerMinute: number, { database, stoppedClock }: SourceDeps) {
  const sourceClock = systemClock
  const settings = { source, callsPerMinute, clock: stoppedClock }
  const circuit = sourceCircuit(sourceClock, circuitSettings)
  return {
    search: { budget: makeCallBudget(database.db, settings), circuit, sourceClock },
    jobs: {
      budget: makeCallBudget(database.db, { ...settings, spare: spareOf(callsPerMinute) }),
      circuit,
      sourceClock,
    },
  }
}

/** Names the client and, if this installation has one, a contact. */
export const userAgentOf = (publicUrl: string) => `Unmet/0.1 (self-hosted; ${publicUrl})`
