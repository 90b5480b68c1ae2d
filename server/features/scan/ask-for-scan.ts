import { AppError } from '#server/errors.ts'
import { findMissingNow, type StartScan, startScan } from './start-scan.ts'

type Asker = { adminId: string; username: string; address: string }

export type AskForScan = StartScan & {
  /** Tells the audit log. */
  recordAsking: (by: Asker) => Promise<unknown>
  /** Has the background jobs look for work at once. */
  wakeJobs: () => void
}

export async function askForScan(deps: AskForScan, by: Asker): Promise<{ runId: number }> {
  const runId = await startScan(deps, 'operator')
  if (runId === null) {
    const missing = (await findMissingNow(deps)) ?? 'There is nothing to scan.'
    throw new AppError('nothing_to_scan', missing, { userMessage: missing })
  }
  await deps.recordAsking(by)
  deps.wakeJobs()
  return { runId }
}
