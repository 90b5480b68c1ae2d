import {
  listRecheckWork,
  type RecheckSources,
  recheckSource,
} from '#server/features/deletion/recheck-posts.ts'
import {
  giveUpCollection,
  type ScoreCollection,
  scoreCollection,
} from '#server/features/own/score-collection.ts'
import { type ScanTask, taskKey } from '#server/features/scan/scan-task-rules.ts'
import {
  giveUpTarget,
  listScanWork,
  type WorkOnScan,
  workOnTarget,
} from '#server/features/scan/work-on-scan.ts'
import { type PurgeSources, purgeSource } from '#server/features/sources/purge-source.ts'
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

/** Asking each source which stored posts still stand there. */
export function deletionDuty(deps: RecheckSources, watch: Watch): DutyJob {
  return {
    name: 'deletion-check',
    atOnce: 1,
    async listDue() {
      const sources = await listRecheckWork(deps)
      return sources.map((source) => ({ key: source, data: { source } }))
    },
    run: (data, signal) => watch(() => recheckSource(deps, (data as { source: string }).source, signal)),
  }
}

/** Deleting what removed sources brought. */
export function removalDuty(deps: PurgeSources, watch: Watch): DutyJob {
  return {
    name: 'source-removal',
    atOnce: 1,
    async listDue() {
      const removed = await deps.removal.listRemoved()
      return removed.map(({ id }) => ({ key: id, data: { id } }))
    },
    run: (data, signal) => watch(() => purgeSource(deps, (data as { id: string }).id, signal)),
  }
}

/** Reads and scores what people brought themselves: a job for each collection. */
export function ownDuty(
  deps: ScoreCollection & { listToScore: () => Promise<string[]> },
  watch: Watch,
): DutyJob {
  return {
    name: 'own-material',
    atOnce: 1,
    async listDue() {
      const ids = await deps.listToScore()
      return ids.map((id) => ({ key: id, data: { id } }))
    },
    run: (data, signal) => watch(() => scoreCollection(deps, (data as { id: string }).id, signal)),
    giveUp: (data) => giveUpCollection(deps, (data as { id: string }).id),
  }
}
