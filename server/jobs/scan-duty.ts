import { type ScanTask, taskKey } from '#server/features/scan/scan-task-rules.ts'
import {
  giveUpTarget,
  listScanWork,
  type WorkOnScan,
  workOnTarget,
} from '#server/features/scan/work-on-scan.ts'
import type { DutyJob, Watch } from './background-jobs.ts'

/** The daily scan: a job for each target in each source. */
export function scanDuty(deps: WorkOnScan, watch: Watch): DutyJob {
  return {
    name: 'scan',
    atOnce: 2,
    async listDue() {
      const tasks = await listScanWork(deps)
      return tasks.map((task) => ({ key: taskKey(task), data: task }))
    },
    run: (data, signal) => watch(() => workOnTarget(deps, data as ScanTask, signal)),
    giveUp: (data) => giveUpTarget(deps, data as ScanTask),
  }
}
