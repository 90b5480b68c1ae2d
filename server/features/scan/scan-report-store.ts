import type { AdminScanRun, AdminScanTarget } from '#contract/admin-scan.ts'
import type { Database } from '#server/database/open-database.ts'

type ScanCounts = Pick<AdminScanRun, 'postsRead' | 'postsNew'>
type ReportedRun = Omit<AdminScanRun, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }
export type ReportedTarget = Omit<AdminScanTarget, 'lastSuccessAt'> & { lastSuccessAt: Date | null }

export type ScanReportStore = ReturnType<typeof makeScanReportStore>

const sums = `coalesce(sum(posts_read), 0)::int as "postsRead", coalesce(sum(posts_new), 0)::int as "postsNew"`

export function makeScanReportStore(db: Database) {
  return {
    /** Counts of so many days, the one of `now` among them, in the time zone. */
    async countDays(days: number, now: Date, timeZone: string): Promise<ScanCounts> {
      const { rows } = await db.$client.query<ScanCounts>(
        `select ${sums} from scan_targets where changed_at >=
           (date_trunc('day', $2::timestamptz at time zone $3) - interval '1 day' * ($1::int - 1)) at time zone $3`,
        [days, now, timeZone],
      )
      return rows[0] ?? { postsRead: 0, postsNew: 0 }
    },

    async listRuns(most: number): Promise<ReportedRun[]> {
      const { rows } = await db.$client.query<ReportedRun>(
        `select id::int, started_by as "startedBy", started_at as "startedAt", ended_at as "endedAt",
           count(*)::int as targets, count(*) filter (where state = 'done')::int as done,
           count(*) filter (where state = 'failed')::int as failed, ${sums}
         from scan_runs join scan_targets on run_id = id group by id order by id desc limit $1`,
        [most],
      )
      return rows
    },

    /** Each target in each source as it is in its newest run. */
    async listTargets(): Promise<ReportedTarget[]> {
      const { rows } = await db.$client.query<ReportedTarget>(
        `select distinct on (source, kind, value) source, kind, value, state, posts_read as "postsRead",
           posts_new as "postsNew", cut_short as "cutShort", reason,
           max(changed_at) filter (where state = 'done') over (partition by source, kind, value) as "lastSuccessAt"
         from scan_targets order by source, kind, value, run_id desc`,
      )
      return rows
    },
  }
}
