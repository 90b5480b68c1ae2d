import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Clock, DueJob, Duty } from '#server/clock.ts'
import { SourceError } from '#server/source-ports.ts'
import { type ExplainFailure, explainQueueFailure, jobFailure, outlastTrouble } from './job-failure.ts'

type QueueJob = DueJob & {
  /** A job with this id is added once. */
  id?: string
}

/** A duty that lists its due jobs as jobs of this queue. */
export type QueuedDuty = Omit<Extract<Duty, { atOnce: number }>, 'listDue'> & {
  listDue: () => Promise<QueueJob[]>
  /** A name that distinguishes the jobs of the duty in the log. */
  nameOf?: (data: object) => string
  storedDays?: number
}

export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

export type JobDeps = ExplainFailure & {
  clock: Clock
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /**
   * Calls `onWork` with the kind of work that a transaction has announced, or with null if the kind is
   * unknown. Returns a function that stops the calls.
   */
  listen?: (onWork: (kind: string | null) => void) => () => void
  /** Called with a failure; `cause` is for the log. */
  warn: (message: string, cause?: unknown) => void
  /** The delay between two attempts that only the database prevented. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<unknown>
}

const pause = (delayMs: number, signal: AbortSignal) => sleep(delayMs, undefined, { signal, ref: false })

/**
 * A run sends a heartbeat every three seconds. After ten seconds without a heartbeat, its worker counts as
 * dead, and another worker takes over.
 */
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 3
const lookForDeadMs = 2_000
const superviseIntervalSeconds = 15
const retries = { retryLimit: 5, retryDelay: 60, retryBackoff: true, retryDelayMax: 1800 }
const retention = { expireInSeconds: 3600, deleteAfterSeconds: 7 * 86_400 }
const pollingIntervalSeconds = 10
const stopLimitMs = 20_000

/** An extra attempt for a run that a shutdown interrupts. */
const allowTry = `
  update pgboss.job set retry_limit = retry_limit + 1 where name = $1 and id = $2 and state = 'active'`
/** An interrupted run may restart at once. */
const putBack = `
  update pgboss.job set start_after = now() where name = $1 and id = $2 and state = 'retry'`

/**
 * Requeues jobs of dead workers: the first two times at once, then with a delay. A job whose completion the
 * database rejected looks like a job of a dead worker. After the last attempt, pg-boss marks the job as
 * failed.
 */
const takeUpLeft = `
  update pgboss.job set state = 'retry',
    start_after = now() + case when retry_count < 2 then 0 else 30 * 2 ^ retry_count end * interval '1 second'
  where name = any($1) and state = 'active' and retry_count < retry_limit
    and heartbeat_on < now() - ${heartbeatSeconds} * interval '1 second'
  returning id`

/** Earlier versions stored complete errors, including the rows of a statement. */
const cleanFailures = `
  update pgboss.job set output = jsonb_strip_nulls(jsonb_build_object(
    'name', output->'name', 'code', coalesce(output->'code', output->'cause'->'code')))
  where output ?| array['message', 'stack', 'cause', 'query', 'params']`

/**
 * Allows one active job per group: if two workers of pg-boss 12.30.0 look at the same moment, both take a
 * job. With this index, the second worker takes none and looks again.
 */
const oneOfAGroup = `
  do $$ begin
    update pgboss.job_common as twin set state = 'retry' where state = 'active' and exists (
      select 1 from pgboss.job_common as first
      where first.state = 'active' and first.name = twin.name and first.group_id = twin.group_id
        and first.id < twin.id);
    create unique index if not exists one_active_job_of_a_group on pgboss.job_common (name, group_id)
      where state = 'active' and group_id is not null;
  exception when unique_violation or duplicate_table then null; -- Another instance is at it too.
  end $$`

const givenUp = (name: string) => `${name}-given-up`

/**
 * The queue in the database, in the schema `pgboss`. It uses the product's own connection pool, with few
 * statements a minute.
 */
export async function openJobQueue(deps: JobDeps, duties: readonly QueuedDuty[]) {
  const { executeSql, warn } = deps
  const boss = new PgBoss({
    db: { executeSql },
    schedule: false,
    bamIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    queueCacheIntervalSeconds: 600,
  })
  // An error event without a listener would end the process.
  boss.on('error', (emitted) => {
    const { words, error } = explainQueueFailure(emitted, deps)
    warn(`The job queue failed: ${words}`, error)
  })
  boss.on('warning', (warning) => warn(`The job queue warns: ${warning.message}`))
  const stopping = new AbortController()
  const workers: string[] = []
  const cutShort: [name: string, id: string][] = []
  const wake = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  let stopLooking = async () => {}
  /** Asks running jobs to stop and requeues them. Settles when all jobs have ended. */
  const stop = async () => {
    stopping.abort()
    await stopLooking()
    await boss.stop({ graceful: true, timeout: stopLimitMs, close: false })
    for (const job of cutShort) await executeSql(putBack, job)
  }
  const giveTryBack = async (name: string, id: string) => {
    cutShort.push([name, id])
    await executeSql(allowTry, [name, id])
  }
  try {
    await boss.start()
    await executeSql(cleanFailures)
    await executeSql(oneOfAGroup)
    const line = { ...deps, workers, stopping: stopping.signal, giveTryBack }
    for (const duty of duties) await openLine(boss, duty, line)
    stopLooking = lookForDead(async () => {
      const { rows } = await executeSql(takeUpLeft, [duties.map(({ name }) => name)])
      if (rows.length > 0) wake()
    })
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  return {
    /** Queues a job, unless one with this key is waiting, running or to be retried. */
    async add(name: string, { id, key, data, group }: QueueJob): Promise<void> {
      await boss.send(name, data, {
        singletonKey: key,
        ...(id !== undefined && { id }),
        ...(group !== undefined && { group: { id: group } }),
      })
    },
    wake,
    stop,
  }
}

/**
 * Runs now and periodically, never concurrently. If a run fails, pg-boss reports the failure and the next run
 * retries.
 */
function lookForDead(look: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null
  const run = () => {
    underWay ??= look()
      .catch(() => {})
      .finally(() => {
        underWay = null
      })
  }
  run()
  const timer = setInterval(run, lookForDeadMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underWay
  }
}

interface Line extends JobDeps {
  workers: string[]
  stopping: AbortSignal
  giveTryBack: (name: string, id: string) => Promise<void>
}

type Run = { name: string; signal: AbortSignal; work: () => Promise<void> }

/**
 * Runs a job's work. If the work fails, only the name and code of the error are stored; the log has the rest.
 */
async function runToEnd({ findTrouble, warn, wait = pause }: JobDeps, { name, signal, work }: Run) {
  try {
    await outlastTrouble(work, { findTrouble, signal, wait })
  } catch (error) {
    const failure = jobFailure(error)
    // A job reports failures of its sources itself, and a shutdown is not a failure.
    const isTold = error instanceof SourceError || signal.aborted
    if (!isTold) warn(`A job of ${name} failed: ${failure.name} ${failure.code ?? ''}`.trimEnd(), error)
    throw failure
  }
}

async function openLine(boss: PgBoss, duty: QueuedDuty, line: Line) {
  const { name, giveUp, nameOf = () => name, storedDays = 7 } = duty
  const { workers, stopping, giveTryBack } = line
  const stored = { ...retention, deleteAfterSeconds: storedDays * 86_400 }
  const options = { policy: 'exclusive' as const, ...retries, ...stored, heartbeatSeconds }
  if (giveUp === undefined) await boss.createQueue(name, options)
  else {
    await boss.createQueue(givenUp(name), retention)
    await boss.createQueue(name, { ...options, deadLetter: givenUp(name) })
    workers.push(
      await boss.work<object>(givenUp(name), { pollingIntervalSeconds }, async ([job]) => {
        if (job === undefined) return
        await runToEnd(line, { name: givenUp(name), signal: stopping, work: () => giveUp(job.data) })
      }),
    )
  }
  for (let worker = 0; worker < duty.atOnce; worker += 1) {
    const id = await boss.work<object>(
      name,
      { pollingIntervalSeconds, heartbeatRefreshSeconds, groupConcurrency: 1 },
      async ([job]) => {
        if (job === undefined) return
        const signal = AbortSignal.any([stopping, job.signal])
        try {
          // The job arrived during the shutdown and did not run, so the queue must not count it as completed.
          stopping.throwIfAborted()
          await runToEnd(line, { name: nameOf(job.data), signal, work: () => duty.run(job.data, signal) })
          // The job was asked to stop, so its work may be incomplete.
          stopping.throwIfAborted()
        } catch (error) {
          if (stopping.aborted) await giveTryBack(name, job.id)
          throw error
        } finally {
          // Takes the next job at once, because the polling interval is meant for an idle worker.
          boss.notifyWorker(id)
        }
      },
    )
    workers.push(id)
  }
}
