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
import type { DutyJob } from '#server/jobs/job-queue.ts'

/** Records the outcome of a job. */
type Watch = (work: () => Promise<void>) => Promise<void>

/** The daily scan: a job for each target in each source. */
export const scanDuty = (deps: WorkOnScan, watch: Watch): DutyJob => ({
  name: 'scan',
  atOnce: 2,
  listDue: async () => (await listScanWork(deps)).map((task) => ({ key: taskKey(task), data: task })),
  run: (data, signal) => watch(() => workOnTarget(deps, data as ScanTask, signal)),
  giveUp: (data) => giveUpTarget(deps, data as ScanTask),
})

/** Deletion checks: a job for each source. */
export const deletionDuty = (deps: RecheckSources, watch: Watch): DutyJob => ({
  name: 'deletion-check',
  atOnce: 1,
  listDue: async () => (await listRecheckWork(deps)).map((source) => ({ key: source, data: { source } })),
  run: (data, signal) => watch(() => recheckSource(deps, (data as { source: string }).source, signal)),
})

const jobFor = (id: string) => ({ key: id, data: { id } })
const idIn = (data: object) => (data as ReturnType<typeof jobFor>['data']).id

/** Deleting the posts of removed sources. */
export const removalDuty = (deps: PurgeSources, watch: Watch): DutyJob => ({
  name: 'source-removal',
  atOnce: 1,
  listDue: async () => (await deps.removal.listRemoved()).map(({ id }) => jobFor(id)),
  run: (data, signal) => watch(() => purgeSource(deps, idIn(data), signal)),
})

type OwnWork = ScoreCollection & { listToScore: () => Promise<{ id: string; userId: string }[]> }

/** Reads and scores own material: a job for each collection, one at a time per account. */
export const ownDuty = (deps: OwnWork, watch: Watch): DutyJob => ({
  name: 'own-material',
  atOnce: 2,
  listDue: async () => (await deps.listToScore()).map(({ id, userId }) => ({ ...jobFor(id), group: userId })),
  run: (data, signal) => watch(() => scoreCollection(deps, idIn(data), signal)),
  giveUp: (data) => giveUpCollection(deps, idIn(data)),
})
