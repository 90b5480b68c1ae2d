import { SourceError } from '#server/ports.ts'
import type { ScanStore, WaitingTask } from './scan-store.ts'
import { explainScanFailure, type ScanTargets, scanTarget } from './scan-target.ts'
import type { ScanTask } from './scan-task-rules.ts'
import { type StartScan, startDueScans, startScan } from './start-scan.ts'

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

type RunScan = WorkOnScan & {
  /** Ends early when the signal aborts. */
  wait: (delayMs: number, signal: AbortSignal) => Promise<void>
  onTarget: (task: ScanTask, outcome: TargetOutcome) => void
}

export type TargetOutcome = { how: 'done' } | { how: 'failed' | 'trouble'; reason: string }
type ScanOutcome =
  | { how: 'nothing-to-read' | 'stopped' }
  | { how: 'complete'; targets: number; failed: number }

const retryDelaysMs = [2_000, 15_000]

/** A new run, or what is left of one under way. Beside a running product no post is stored or counted twice. */
export async function runScan(deps: RunScan, signal: AbortSignal): Promise<ScanOutcome> {
  const runId = await startScan(deps, 'command')
  if (runId === null) return { how: 'nothing-to-read' }
  const waiting = (await deps.store.listWaiting()).filter((task) => task.runId === runId)
  let failed = 0
  for (const task of waiting) {
    const outcome = await readTarget(deps, task, signal)
    if (outcome === 'stopped') return { how: 'stopped' }
    if (outcome === 'failed') failed += 1
  }
  return { how: 'complete', targets: waiting.length, failed }
}

async function readTarget(deps: RunScan, task: WaitingTask, signal: AbortSignal) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const outcome = await scanTarget(deps, task, signal)
      if (outcome === 'done') deps.onTarget(task, { how: 'done' })
      return outcome
    } catch (error) {
      if (signal.aborted) return 'stopped'
      const reason = explainScanFailure(error)
      deps.warn(`Reading ${task.value} in ${task.source} failed`, error)
      const delayMs = retryDelaysMs[attempt]
      if (delayMs === undefined) {
        await deps.store.giveUp(task, { reason, now: deps.clock() })
        deps.onTarget(task, { how: 'failed', reason })
        return 'failed'
      }
      await deps.store.noteFailure(task, { reason, now: deps.clock() })
      deps.onTarget(task, { how: 'trouble', reason })
      await deps.wait(delayMs, signal)
    }
  }
}
