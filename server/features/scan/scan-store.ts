import type { AdminScanRun, AdminScanTarget } from '#contract/admin-scan.ts'
import { type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { type scanRuns, scanTargets } from '#server/database/scan-schema.ts'
import { addNotes } from './scan-notes-rules.ts'
import type { ScanTask } from './scan-task-rules.ts'

const { runId, source, kind, value, after, since, newestPostAt, postsRead, reason } = scanTargets
const taskColumns = { runId, source, kind, value, after, since, newestPostAt, postsRead, reason }

export type WaitingTask = Pick<typeof scanTargets.$inferSelect, keyof typeof taskColumns>

/** The position in the feed after this page. */
export type ScanStep = Pick<WaitingTask, 'after' | 'newestPostAt' | 'postsRead'> & {
  done: boolean
  cutShort: boolean
  /** The notes of the page; null leaves the notes unchanged. */
  notes: readonly string[] | null
}

export type NewRun = Pick<typeof scanRuns.$inferSelect, 'startedBy' | 'scheduledFor' | 'startedAt'> & {
  tasks: readonly ScanTask[]
}

export type ScanStore = ReturnType<typeof makeScanStore>

/** An arbitrary lock id, the same in every instance. */
const startLock = 8_317_003
const overtaken = 'It was not finished when the next scan started.'

const isTask = ({ source, kind, value }: ScanTask) =>
  sql`source = ${source} and kind = ${kind} and value = ${value}`

/**
 * Locks the run, so that if two processes finish its last targets at the same time, the second process sees
 * both targets as done.
 */
async function endRuns(tx: Transaction, runIds: readonly number[], now: Date): Promise<void> {
  for (const runId of new Set(runIds.toSorted((a, b) => a - b))) {
    await tx.execute(sql`select from scan_runs where id = ${runId} for update`)
    await tx.execute(sql`
      update scan_runs set ended_at = ${now} where id = ${runId} and ended_at is null
      and not exists (select from scan_targets where run_id = ${runId} and state = 'waiting')`)
  }
}

const isAmong = (tasks: readonly ScanTask[]) =>
  sql`(source, kind, value) in (
    select source, kind, value from json_to_recordset(${JSON.stringify(tasks)}::json)
      as came(source text, kind text, value text))`

async function failWaiting(tx: Transaction, tasks: readonly ScanTask[], failure: Failure): Promise<void> {
  const { rows } = await tx.execute<{ runId: number }>(sql`
    update scan_targets set state = 'failed', reason = ${failure.reason}, changed_at = ${failure.now}
    where state = 'waiting' and ${isAmong(tasks)} returning run_id::int as "runId"`)
  const runIds = rows.map((row) => row.runId)
  await endRuns(tx, runIds, failure.now)
}

/** A run in progress that has all of these tasks. */
const underWayWith = (tasks: readonly ScanTask[]) => sql`
  select id::int as id from scan_runs where ended_at is null and (
    select count(*) from scan_targets where run_id = scan_runs.id and ${isAmong(tasks)}
  ) = ${tasks.length} order by id desc limit 1`

type Failure = { reason: string; now: Date }

/**
 * Each target starts with the notes of its last complete run, and is read back to the newest post of that
 * run.
 */
async function insertRun(tx: Transaction, { startedBy, scheduledFor, startedAt, tasks }: NewRun) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into scan_runs (scheduled_for, started_by, started_at)
    values (${scheduledFor}, ${startedBy}, ${startedAt}) returning id::int as id`)
  const runId = rows[0]?.id ?? 0
  await tx.execute(sql`
    insert into scan_targets (run_id, source, kind, value, since, notes, changed_at)
    select ${runId}, came.source, came.kind, came.value, past.newest_post_at, past.notes, ${startedAt}
    from json_to_recordset(${JSON.stringify(tasks)}::json) as came(source text, kind text, value text)
    left join lateral (
      select newest_post_at, notes from scan_targets as past where state = 'done' and past.source = came.source
        and past.kind = came.kind and past.value = came.value order by run_id desc limit 1
    ) as past on true`)
  return runId
}

export function makeScanStore(db: Database) {
  const listWaiting = (condition: SQL): Promise<WaitingTask[]> =>
    db
      .select(taskColumns)
      .from(scanTargets)
      .where(sql`state = 'waiting' and ${condition}`)
      .orderBy(runId, source, kind, value)

  return {
    /**
     * Starts the run of a scheduled time, with the unfinished targets of older runs. Null if that run was
     * already started. A manual start returns a run in progress that has all of its targets, if there is one.
     */
    async openRun(run: NewRun): Promise<number | null> {
      return inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${startLock})`)
        const { rows } = await tx.execute<{ id: number }>(
          run.scheduledFor === null
            ? underWayWith(run.tasks)
            : sql`select id::int as id from scan_runs where scheduled_for = ${run.scheduledFor}`,
        )
        const [there] = rows
        if (there !== undefined) return run.scheduledFor === null ? there.id : null
        await failWaiting(tx, run.tasks, { reason: overtaken, now: run.startedAt })
        return insertRun(tx, run)
      })
    },

    listWaiting: () => listWaiting(sql`true`),

    findWaiting: async (task: ScanTask) => (await listWaiting(isTask(task))).at(-1) ?? null,

    /**
     * Posts and position are stored in one transaction, so that nothing is counted twice after a kill.
     * Returns false if another process has stored the page.
     */
    async savePage(
      task: WaitingTask,
      { step, now }: { step: ScanStep; now: Date },
      storePosts: (inside: Transaction) => Promise<{ inserted: number; told?: readonly string[] }>,
    ): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ notes: string[] | null }>(sql`
          select notes from scan_targets where run_id = ${task.runId} and ${isTask(task)} and state = 'waiting'
          and after is not distinct from ${task.after}::text for update`)
        const [row] = rows
        if (row === undefined) return false
        const { inserted, told = [] } = await storePosts(tx)
        // The notes of the first page replace those of the last run.
        const standing = task.after === null && step.notes !== null ? [] : (row.notes ?? [])
        const notes = addNotes(standing, [...(step.notes ?? []), ...told])
        await tx.execute(sql`
          update scan_targets set state = ${step.done ? 'done' : 'waiting'}, after = ${step.after},
            newest_post_at = ${step.newestPostAt}, posts_read = ${step.postsRead},
            posts_new = posts_new + ${inserted}, cut_short = ${step.cutShort}, reason = null,
            notes = ${JSON.stringify(notes)}::json, changed_at = ${now}
          where run_id = ${task.runId} and ${isTask(task)}`)
        if (step.done) await endRuns(tx, [task.runId], now)
        return true
      })
    },

    /** Stores why the attempt failed. The target is tried again. */
    async noteFailure(task: ScanTask, { reason, now }: Failure): Promise<void> {
      await db.execute(sql`
        update scan_targets set reason = ${reason}, changed_at = ${now}
        where state = 'waiting' and ${isTask(task)}`)
    },

    /** The target is not tried again in this run. */
    giveUp: (task: ScanTask, failure: Failure) => inTransaction(db, (tx) => failWaiting(tx, [task], failure)),

    async deleteRunsBefore(moment: Date): Promise<void> {
      await db.execute(sql`delete from scan_runs where ended_at < ${moment}`)
    },
  }
}

type ScanCounts = Pick<AdminScanRun, 'postsRead' | 'postsNew'>
type ReportedRun = Omit<AdminScanRun, 'startedAt' | 'endedAt'> & { startedAt: Date; endedAt: Date | null }
export type ReportedTarget = Omit<AdminScanTarget, 'lastSuccessAt'> & { lastSuccessAt: Date | null }

export type ScanReportStore = ReturnType<typeof makeScanReportStore>

const sums = `coalesce(sum(posts_read), 0)::int as "postsRead", coalesce(sum(posts_new), 0)::int as "postsNew"`

export function makeScanReportStore(db: Database) {
  return {
    /** The counts per day in the time zone, up to and including the day of `now`. */
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

    /** The state of each target and source in their latest run. */
    async listTargets(): Promise<ReportedTarget[]> {
      const { rows } = await db.$client.query<ReportedTarget>(
        `select distinct on (source, kind, value) source, kind, value, state, posts_read as "postsRead",
           posts_new as "postsNew", cut_short as "cutShort", reason,
           coalesce(notes, '[]') as notes,
           max(changed_at) filter (where state = 'done') over (partition by source, kind, value) as "lastSuccessAt"
         from scan_targets order by source, kind, value, run_id desc`,
      )
      return rows
    },
  }
}
