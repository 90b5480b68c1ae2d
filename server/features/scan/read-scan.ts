import type { AdminDeletionCheck, AdminHeldSource, AdminScan } from '#contract/admin-scan.ts'
import { type Clock, dayMs, nextDue } from '#server/clock.ts'
import type { PostFeed, ScanTarget } from '#server/source-ports.ts'
import type { ReportedTarget, ScanReportStore } from './scan-store.ts'
import { findMissing, listTasks, type ScanTask, scanRhythm, taskKey } from './scan-task-rules.ts'

export type ReadScan = {
  listFeeds: () => Promise<readonly PostFeed[]>
  listTargets: () => Promise<readonly ScanTarget[]>
  report: ScanReportStore
  /** Null: no schedule. */
  hour: number | null
  timeZone: string
  listDeletionChecks: () => Promise<AdminDeletionCheck[]>
  countPurged: (since: Date) => Promise<number>
  listHeld: () => Promise<AdminHeldSource[]>
  clock: Clock
}

const runsShown = 10
const neverRead: Omit<ReportedTarget, keyof ScanTask> = {
  state: 'waiting',
  postsRead: 0,
  postsNew: 0,
  cutShort: false,
  reason: null,
  notes: [],
  lastSuccessAt: null,
}

/** The state of the scans: targets, runs, the next run, and deletion checks. */
export async function readScan(deps: ReadScan): Promise<AdminScan> {
  const { report, timeZone } = deps
  const now = deps.clock()
  const [feeds, set, today, last30Days, runs, known, deletion, purged30Days, held] = await Promise.all([
    deps.listFeeds(),
    deps.listTargets(),
    report.countDays(1, now, timeZone),
    report.countDays(30, now, timeZone),
    report.listRuns(runsShown),
    report.listTargets(),
    deps.listDeletionChecks(),
    deps.countPurged(new Date(now.getTime() - 30 * dayMs)),
    deps.listHeld(),
  ])
  const scannable = { feeds, targets: set }
  const missing = findMissing(scannable)
  const everyHours = feeds.length === 0 ? 24 : Math.min(...feeds.map((feed) => feed.everyHours ?? 24))
  const byKey = new Map(known.map((target) => [taskKey(target), target]))
  return {
    missing,
    nextScanAt:
      missing !== null || deps.hour === null
        ? null
        : nextDue(scanRhythm(deps.hour, everyHours), now).toISOString(),
    timeZone,
    today,
    last30Days,
    runs: runs.map((run) => ({
      ...run,
      startedAt: run.startedAt.toISOString(),
      endedAt: run.endedAt?.toISOString() ?? null,
    })),
    targets: listTasks(scannable).map((task) => {
      const target = byKey.get(taskKey(task)) ?? { ...task, ...neverRead }
      return { ...target, lastSuccessAt: target.lastSuccessAt?.toISOString() ?? null }
    }),
    deletion,
    purged30Days,
    held,
  }
}
