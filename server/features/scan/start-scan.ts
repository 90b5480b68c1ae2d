import type { Clock } from '#server/ports.ts'
import { lastScheduled } from './scan-schedule-rules.ts'
import type { NewRun, ScanStore } from './scan-store.ts'
import { listTasks, type Scannable } from './scan-task-rules.ts'

export type StartScan = Scannable & {
  store: Pick<ScanStore, 'openRun'>
  clock: Clock
}

/** Starts a run, or goes on with the one that is under way; null when there is nothing to read. */
export async function startScan(deps: StartScan, startedBy: NewRun['startedBy']): Promise<number | null> {
  const tasks = listTasks(deps)
  if (tasks.length === 0) return null
  return deps.store.openRun({ startedBy, scheduledFor: null, startedAt: deps.clock(), tasks })
}

/** Starts the day's run when its hour has come, also when nobody was there at that hour. One instance does. */
export async function startDueScan(deps: StartScan, hour: number): Promise<void> {
  const startedAt = deps.clock()
  const tasks = listTasks(deps)
  if (tasks.length === 0) return
  await deps.store.openRun({
    startedBy: 'schedule',
    scheduledFor: lastScheduled(startedAt, hour),
    startedAt,
    tasks,
  })
}
