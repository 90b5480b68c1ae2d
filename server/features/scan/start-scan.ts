import type { Operator } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import { publicError } from '#server/errors.ts'
import type { PostFeed, ScanTarget } from '#server/source-ports.ts'
import type { NewRun, ScanStore } from './scan-store.ts'
import { findMissing, listDueTasks, listTasks } from './scan-task-rules.ts'

export type StartScan = {
  listFeeds: () => Promise<readonly PostFeed[]>
  /** The targets of all sources, as currently configured. */
  listTargets: () => Promise<readonly ScanTarget[]>
  store: Pick<ScanStore, 'openRun'>
  clock: Clock
}

const listScannable = async ({ listFeeds, listTargets }: StartScan) => ({
  feeds: await listFeeds(),
  targets: await listTargets(),
})

export const findMissingNow = async (deps: StartScan) => findMissing(await listScannable(deps))

/** Starts a run, or joins a run in progress with the same targets. Null if there is nothing to read. */
export async function startScan(deps: StartScan, startedBy: NewRun['startedBy']): Promise<number | null> {
  const tasks = listTasks(await listScannable(deps))
  if (tasks.length === 0) return null
  return deps.store.openRun({ startedBy, scheduledFor: null, startedAt: deps.clock(), tasks })
}

/** Starts all runs that are due, including missed ones. Only one instance starts each of them. */
export async function startDueScans(deps: StartScan, hour: number): Promise<void> {
  const startedAt = deps.clock()
  const due = listDueTasks(await listScannable(deps), startedAt, hour)
  for (const [moment, tasks] of [...due].sort(([one], [other]) => one - other)) {
    if (tasks.length === 0) continue
    await deps.store.openRun({ startedBy: 'schedule', scheduledFor: new Date(moment), startedAt, tasks })
  }
}

export type AskForScan = StartScan & {
  recordAsking: (by: Operator) => Promise<unknown>
  wakeJobs: () => void
}

export async function askForScan(deps: AskForScan, by: Operator): Promise<{ runId: number }> {
  const runId = await startScan(deps, 'operator')
  if (runId === null) {
    throw publicError('nothing_to_scan', (await findMissingNow(deps)) ?? 'There is nothing to scan.')
  }
  await deps.recordAsking(by)
  deps.wakeJobs()
  return { runId }
}
