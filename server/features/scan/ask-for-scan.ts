import { AppError } from '#server/errors.ts'
import { findMissing } from './scan-task-rules.ts'
import { type StartScan, startScan } from './start-scan.ts'

export type AskForScan = StartScan & {
  /** Has the background jobs look for work at once. */
  wakeJobs: () => void
}

/** The operator wants a scan now. */
export async function askForScan(deps: AskForScan): Promise<{ runId: number }> {
  const runId = await startScan(deps, 'operator')
  if (runId === null) {
    const missing = findMissing(deps) ?? 'There is nothing to scan.'
    throw new AppError('nothing_to_scan', missing, { userMessage: missing })
  }
  deps.wakeJobs()
  return { runId }
}
