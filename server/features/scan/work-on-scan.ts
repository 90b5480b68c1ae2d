import { SourceError } from '#server/ports.ts'
import { explainScanFailure } from './scan-failure-rules.ts'
import type { ScanStore } from './scan-store.ts'
import { type ScanTargets, scanTarget } from './scan-target.ts'
import type { ScanTask } from './scan-task-rules.ts'
import { type StartScan, startDueScans } from './start-scan.ts'

export type WorkOnScan = ScanTargets &
  StartScan & {
    store: Pick<ScanStore, 'listWaiting' | 'noteFailure' | 'giveUp' | 'deleteRunsBefore'>
    /** When the daily run begins, UTC; null: only when somebody starts it. */
    hour: number | null
    /** Called with what failed, with the cause that a person does not see. */
    warn: (message: string, cause: unknown) => void
  }

/** For so long the operator sees a run. */
const runsStoredMs = 90 * 86_400_000

/** Starts the day's run when it is time, and lists what any run still has to read. */
export async function listScanWork(deps: WorkOnScan): Promise<ScanTask[]> {
  if (deps.hour !== null) await startDueScans(deps, deps.hour)
  await deps.store.deleteRunsBefore(new Date(deps.clock().getTime() - runsStoredMs))
  const waiting = await deps.store.listWaiting()
  return waiting.map(({ source, kind, value }) => ({ source, kind, value }))
}

/** Reads one target. What it throws holds nothing but the reason, so that it may be stored. */
export async function workOnTarget(deps: WorkOnScan, task: ScanTask, signal: AbortSignal): Promise<void> {
  try {
    await scanTarget(deps, task, signal)
  } catch (error) {
    if (signal.aborted) return
    const reason = explainScanFailure(error)
    await deps.store.noteFailure(task, { reason, now: deps.clock() })
    deps.warn(`Reading ${task.value} in ${task.source} failed`, error)
    throw new SourceError(reason)
  }
}

export async function giveUpTarget(deps: WorkOnScan, task: ScanTask): Promise<void> {
  const waiting = await deps.store.findWaiting(task)
  if (waiting === null) return
  const reason = waiting.reason ?? 'Whoever read it ended before it was through, several times.'
  await deps.store.giveUp(task, { reason, now: deps.clock() })
}
