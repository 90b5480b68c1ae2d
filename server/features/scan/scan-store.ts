import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '#server/database/open-database.ts'
import { type scanRuns, scanTargets } from '#server/database/scan-schema.ts'
import type { ScanTask } from './scan-task-rules.ts'

const { runId, source, kind, value, after, since, newestPostAt, postsRead, reason } = scanTargets
const taskColumns = { runId, source, kind, value, after, since, newestPostAt, postsRead, reason }

export type WaitingTask = Pick<typeof scanTargets.$inferSelect, keyof typeof taskColumns>

/** How far a page leads. */
export type ScanStep = Pick<WaitingTask, 'after' | 'newestPostAt' | 'postsRead'> & {
  done: boolean
  cutShort: boolean
}

export type NewRun = Pick<typeof scanRuns.$inferSelect, 'startedBy' | 'scheduledFor' | 'startedAt'> & {
  tasks: readonly ScanTask[]
}

export type ScanStore = ReturnType<typeof makeScanStore>

/** Any number will do, if all instances use the same one. */
const startLock = 8_317_003
const overtaken = 'It was not through when the next scan began.'

const isTask = ({ source, kind, value }: ScanTask) =>
  sql`source = ${source} and kind = ${kind} and value = ${value}`

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
  const listWaiting = (condition: SQL): Promise<WaitingTask[]> =>
    db
      .select(taskColumns)
      .from(scanTargets)
      .where(sql`state = 'waiting' and ${condition}`)
      .orderBy(runId, source, kind, value)

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

    listWaiting: () => listWaiting(sql`true`),

    findWaiting: async (task: ScanTask) => (await listWaiting(isTask(task))).at(-1) ?? null,

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
