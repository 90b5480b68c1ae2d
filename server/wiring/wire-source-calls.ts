import { sourceCircuit } from '#server/adapters/source-calls/source-circuit.ts'
import { systemClock } from '#server/adapters/source-calls/source-clock.ts'
import type { Clock } from '#server/clock.ts'
import type { SourceList } from '#server/features/search/run/find-posts.ts'
import { makeCallBudget } from '#server/features/sources/call-budget-store.ts'
import type { DeletionCheck, PostFeed } from '#server/source-ports.ts'
import type { Wired } from './wired.ts'

/** The sources chosen in addition to the archive, as they stand now. */
export interface LiveNow extends SourceList {
  listFeeds(): Promise<readonly PostFeed[]>
  /**
   * At most one for a source; also of those that are paused or off, as long as posts of them are here. What feeds drop
   * goes whether or not any is left.
   */
  listChecks(): Promise<readonly DeletionCheck[]>
}

export type SourceParts = Pick<Wired, 'config' | 'database' | 'publicUrl' | 'clock' | 'workers'> & {
  /** Whether tests have stopped the clock; else the database's own counts calls. */
  stoppedClock: Clock | null
}

/** Of a minute's calls the scan and the re-check leave this many to people who search, and keep at least a third. */
const spareOf = (callsPerMinute: number) => Math.min(40, Math.floor((callsPerMinute * 2) / 3))

export const circuitSettings = { failuresToOpen: 5, openMs: 60_000 }

export type Calls = ReturnType<typeof callsTo>

/** One source's budget, seen by people who search and by jobs, and its circuit, which both share. */
export function callsTo(source: string, callsPerMinute: number, { database, stoppedClock }: SourceParts) {
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

/** Says who asks and where to complain, as far as this installation has an address. */
export const userAgentOf = (publicUrl: string) => `Unmet/0.1 (self-hosted; ${publicUrl})`
