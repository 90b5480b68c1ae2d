import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { SourceError } from '#server/source-ports.ts'
import { explainQueueFailure, type FindTrouble, jobFailure, outlastTrouble } from './job-failure.ts'
import { startRepeating } from './start-repeating.ts'

export type DueJob = { key: string; data: object; group?: string }

/** Work in the background that any instance may do. It stands in the product's tables: a job only says where to look. */
export type DutyJob = {
  name: string
  /** How many of them one instance does at the same time. */
  atOnce: number
  /** What is due now; the same again until it is done. Of a group one is done at a time. */
  listDue: () => Promise<DueJob[]>
  /** A failure is tried again later; its name and code are stored. */
  run: (data: object, signal: AbortSignal) => Promise<void>
  /** After the last try. */
  giveUp?: (data: object) => Promise<void>
}

export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

export type JobParts = {
  duties: readonly DutyJob[]
  executeSql: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  /** Called with what failed; the cause is for the log. */
  warn: (message: string, cause?: unknown) => void
  findTrouble: FindTrouble
  /** Between two runs that only the database kept from being done. */
  wait?: (delayMs: number, signal: AbortSignal) => Promise<unknown>
}

const pause = (delayMs: number, signal: AbortSignal) => sleep(delayMs, undefined, { signal, ref: false })

/** A run gives a sign of life every three seconds; without one for ten its worker died, and another one takes it up. */
const heartbeatSeconds = 10
const heartbeatRefreshSeconds = 3
const lookForDeadMs = 2_000
const superviseIntervalSeconds = 15
const retries = { retryLimit: 5, retryDelay: 60, retryBackoff: true, retryDelayMax: 1800 }
const retention = { expireInSeconds: 3600, deleteAfterSeconds: 7 * 86_400 }
const pollingIntervalSeconds = 10
const stopLimitMs = 20_000

/** One more try for a run that a stop cuts short, so that the stop uses up none. */
const allowTry = `
  update pgboss.job set retry_limit = retry_limit + 1 where name = $1 and id = $2 and state = 'active'`
/** A run that was cut short may start again at once. */
const putBack = `
  update pgboss.job set start_after = now() where name = $1 and id = $2 and state = 'retry'`

/**
 * What a dead worker left goes back in line, twice at once and then with a pause: one whose end the database did not
 * take looks the same. After the last try pg-boss itself ends it.
 */
const takeUpLeft = `
  update pgboss.job set state = 'retry',
    start_after = now() + case when retry_count < 2 then 0 else 30 * 2 ^ retry_count end * interval '1 second'
  where name = any($1) and state = 'active' and retry_count < retry_limit
    and heartbeat_on < now() - ${heartbeatSeconds} * interval '1 second'
  returning id`

/** Versions before this one stored whole errors, with the rows that a statement was to write. */
const cleanFailures = `
  update pgboss.job set output = jsonb_strip_nulls(jsonb_build_object(
    'name', output->'name', 'code', coalesce(output->'code', output->'cause'->'code')))
  where output ?| array['message', 'stack', 'cause', 'query', 'params']`

const givenUp = (name: string) => `${name}-given-up`

/** The queue in the database, in the schema `pgboss`. It takes the product's own connections, and few statements a minute. */
export async function openJobQueue(parts: JobParts) {
  const { duties, executeSql, warn, findTrouble } = parts
  const boss = new PgBoss({
    db: { executeSql },
    schedule: false,
    bamIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
    queueCacheIntervalSeconds: 600,
  })
  // An error that nobody listens to ends the process.
  boss.on('error', (emitted) => {
    const { words, error } = explainQueueFailure(emitted, findTrouble)
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
  /** What runs is asked to end and goes back in line; ends when all of it has. */
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
    const line = { ...parts, workers, stopping: stopping.signal, giveTryBack }
    for (const duty of duties) await openLine(boss, duty, line)
    stopLooking = startRepeating({
      work: async () => {
        const { rows } = await executeSql(takeUpLeft, [duties.map(({ name }) => name)])
        if (rows.length > 0) wake()
      },
      everyMs: lookForDeadMs,
      // A look that fails is left to the next: pg-boss reports it.
      warn: () => {},
    })
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  return {
    /** Puts a job in line; not while one with this key waits, runs or is to be tried again. */
    async add(name: string, { key, data, group }: DueJob): Promise<void> {
      await boss.send(name, data, { singletonKey: key, ...(group !== undefined && { group: { id: group } }) })
    },
    wake,
    stop,
  }
}

interface Line extends JobParts {
  workers: string[]
  stopping: AbortSignal
  giveTryBack: (name: string, id: string) => Promise<void>
}

type Run = { name: string; signal: AbortSignal; work: () => Promise<void> }

/** Runs a job's work; of what it throws, name and code go on to be stored, and the log has the rest. */
async function runToEnd({ findTrouble, warn, wait = pause }: JobParts, { name, signal, work }: Run) {
  try {
    await outlastTrouble(work, { findTrouble, signal, wait })
  } catch (error) {
    const failure = jobFailure(error)
    // What its sources do is a job's own to tell, and a stop is no failure.
    const isTold = error instanceof SourceError || signal.aborted
    if (!isTold) warn(`A job of ${name} failed: ${failure.name} ${failure.code ?? ''}`.trimEnd(), error)
    throw failure
  }
}

async function openLine(boss: PgBoss, duty: DutyJob, line: Line) {
  const { name, giveUp } = duty
  const { workers, stopping, giveTryBack } = line
  const options = { policy: 'exclusive' as const, ...retries, ...retention, heartbeatSeconds }
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
          // It came in while the workers were being stopped: left undone, it must not count as done.
          stopping.throwIfAborted()
          await runToEnd(line, { name, signal, work: () => duty.run(job.data, signal) })
          // It was asked to end, and may have ended half way.
          stopping.throwIfAborted()
        } catch (error) {
          if (stopping.aborted) await giveTryBack(name, job.id)
          throw error
        } finally {
          // The next one at once: the interval is for a worker that finds nothing.
          boss.notifyWorker(id)
        }
      },
    )
    workers.push(id)
  }
}
