import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open-database.ts'
import type { ScanPlace, ScanStep } from './scan-page-rules.ts'
import type { ScanTask } from './scan-task-rules.ts'

export type WaitingTask = ScanTask & ScanPlace & { runId: number; reason: string | null }

export type NewRun = {
  startedBy: 'schedule' | 'operator' | 'command'
  /** The moment of the schedule that it stands for. */
  scheduledFor: Date | null
  startedAt: Date
  tasks: readonly ScanTask[]
}

export type ScanStore = ReturnType<typeof makeScanStore>

/** Any number will do, if all instances use the same one. */
const startLock = 8_317_003
const overtaken = 'It was not through when the next scan began.'

type TaskRow = ScanTask & {
  runId: number
  after: string | null
  since: string | null
  newestPostAt: string | null
  postsRead: number
  reason: string | null
}

const taskColumns = sql.raw(`run_id::int as "runId", source, kind, value, after, since,
  newest_post_at as "newestPostAt", posts_read as "postsRead", reason`)

const isTask = ({ source, kind, value }: ScanTask) =>
  sql`source = ${source} and kind = ${kind} and value = ${value}`

function toTask(row: TaskRow): WaitingTask {
  const instant = (text: string | null) => (text === null ? null : new Date(text))
  return { ...row, since: instant(row.since), newestPostAt: instant(row.newestPostAt) }
}

/** Under a lock of the run: of two that end its last targets at the same time the second sees both. */
async function endRuns(tx: Transaction, runIds: readonly number[], now: Date): Promise<void> {
  for (const runId of runIds) {
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

async function failWaiting(tx: Transaction, tasks: readonly ScanTask[], failure: Failure): Promise<number> {
  const { rows } = await tx.execute<{ runId: number }>(sql`
    update scan_targets set state = 'failed', reason = ${failure.reason}, changed_at = ${failure.now}
    where state = 'waiting' and ${isAmong(tasks)} returning run_id::int as "runId"`)
  await endRuns(
    tx,
    [...new Set(rows.map((row) => row.runId))].sort((a, b) => a - b),
    failure.now,
  )
  return rows.length
}

/** A run that is under way and has all of these tasks. */
const underWayWith = (tasks: readonly ScanTask[]) => sql`
  select id::int as id from scan_runs where ended_at is null and (
    select count(*) from scan_targets where run_id = scan_runs.id and ${isAmong(tasks)}
  ) = ${tasks.length} order by id desc limit 1`

type Failure = { reason: string; now: Date }

/** Each task begins where its last run that got through began. */
async function insertRun(tx: Transaction, { startedBy, scheduledFor, startedAt, tasks }: NewRun) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into scan_runs (scheduled_for, started_by, started_at)
    values (${scheduledFor}, ${startedBy}, ${startedAt}) returning id::int as id`)
  const runId = rows[0]?.id ?? 0
  await tx.execute(sql`
    insert into scan_targets (run_id, source, kind, value, since, changed_at)
    select ${runId}, source, kind, value, (
      select newest_post_at from scan_targets as past where state = 'done' and past.source = came.source
        and past.kind = came.kind and past.value = came.value order by run_id desc limit 1
    ), ${startedAt}
    from json_to_recordset(${JSON.stringify(tasks)}::json) as came(source text, kind text, value text)`)
  return runId
}

export function makeScanStore(db: Database) {
  return {
    /**
     * The run of a scheduled moment, once; null when somebody started it before. What an older run had left to
     * read of the same is the new one's. Started in another way, it is one that is under way and reads all of it,
     * where there is one.
     */
    async openRun(run: NewRun): Promise<number | null> {
      return db.transaction(async (tx) => {
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

    async listWaiting(): Promise<WaitingTask[]> {
      const { rows } = await db.execute<TaskRow>(sql`
        select ${taskColumns} from scan_targets where state = 'waiting' order by run_id, source, kind, value`)
      return rows.map(toTask)
    },

    async findWaiting(task: ScanTask): Promise<WaitingTask | null> {
      const { rows } = await db.execute<TaskRow>(sql`
        select ${taskColumns} from scan_targets where state = 'waiting' and ${isTask(task)}
        order by run_id desc limit 1`)
      return rows[0] === undefined ? null : toTask(rows[0])
    },

    /** Posts and how far the page leads, both or neither: a kill counts nothing twice. False: stored by somebody else. */
    async savePage(
      task: WaitingTask,
      { step, now }: { step: ScanStep; now: Date },
      storePosts: (inside: Database) => Promise<{ inserted: number }>,
    ): Promise<boolean> {
      return db.transaction(async (tx) => {
        const { rows } = await tx.execute(sql`
          select from scan_targets where run_id = ${task.runId} and ${isTask(task)} and state = 'waiting'
          and after is not distinct from ${task.after}::text for update`)
        if (rows.length === 0) return false
        const { inserted } = await storePosts(Object.assign(tx, { $client: db.$client }))
        await tx.execute(sql`
          update scan_targets set state = ${step.done ? 'done' : 'waiting'}, after = ${step.after},
            newest_post_at = ${step.newestPostAt}, posts_read = ${step.postsRead},
            posts_new = posts_new + ${inserted}, cut_short = ${step.cutShort}, reason = null, changed_at = ${now}
          where run_id = ${task.runId} and ${isTask(task)}`)
        if (step.done) await endRuns(tx, [task.runId], now)
        return true
      })
    },

    /** Why it did not go on; it is tried again. */
    async noteFailure(task: ScanTask, { reason, now }: Failure): Promise<void> {
      await db.execute(sql`
        update scan_targets set reason = ${reason}, changed_at = ${now}
        where state = 'waiting' and ${isTask(task)}`)
    },

    /** It is not tried again in its run. False when it waits no more. */
    async giveUp(task: ScanTask, failure: Failure): Promise<boolean> {
      return db.transaction(async (tx) => (await failWaiting(tx, [task], failure)) > 0)
    },

    async deleteRunsBefore(moment: Date): Promise<void> {
      await db.execute(sql`delete from scan_runs where ended_at < ${moment}`)
    },
  }
}
