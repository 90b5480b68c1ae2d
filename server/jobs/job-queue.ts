import { PgBoss } from 'pg-boss'
import { safeMessage } from '#server/failure-report.ts'

/** Work in the background that any instance may do. */
export type JobKind = {
  name: string
  /** How many of them one instance does at the same time. */
  atOnce: number
  /** A failure is tried again later; the message is kept and must hold no text of a post and no secret. */
  run: (data: object, signal: AbortSignal) => Promise<void>
  /** After the last try. */
  giveUp?: (data: object) => Promise<void>
}

type Statement = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export type JobQueue = {
  /** Puts a job in line; not while one with this key waits, runs or is to be tried again. */
  add(name: string, key: string, data: object): Promise<void>
  /** Has workers that wait look now. */
  wake(): void
  /** What runs is told to end and goes back in line; ends when all of it has. */
  stop(): Promise<void>
}

type QueueParts = {
  executeSql: Statement
  kinds: readonly JobKind[]
  warn: (message: string) => void
}

/** A job whose worker died is given to another one after a minute without a sign of life, or two. */
const heartbeatSeconds = 60
const retries = { retryLimit: 5, retryDelay: 60, retryBackoff: true, retryDelayMax: 1800 }
const kept = { expireInSeconds: 3600, deleteAfterSeconds: 7 * 86_400 }
const pollingIntervalSeconds = 30
const stopLimitMs = 20_000

const givenUp = (name: string) => `${name}-given-up`

/** The queue in the database, in the schema `pgboss`. It takes the product's own connections, and few statements a minute. */
export async function openJobQueue({ executeSql, kinds, warn }: QueueParts): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql },
    schedule: false,
    bamIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 600,
  })
  // An error that nobody listens to ends the process.
  boss.on('error', (error) => warn(`The job queue failed: ${safeMessage(error)}`))
  boss.on('warning', (warning) => warn(`The job queue warns: ${warning.message}`))
  const stopping = new AbortController()
  const workers: string[] = []
  const wake = () => {
    for (const worker of workers) boss.notifyWorker(worker)
  }
  const stop = async () => {
    stopping.abort()
    await boss.stop({ graceful: true, timeout: stopLimitMs, close: false })
  }
  try {
    await boss.start()
    for (const kind of kinds) await openLine(boss, kind, { workers, stopping: stopping.signal })
  } catch (error) {
    await stop().catch(() => {})
    throw error
  }
  return {
    async add(name, key, data) {
      await boss.send(name, data, { singletonKey: key })
    },
    wake,
    stop,
  }
}

type Line = { workers: string[]; stopping: AbortSignal }

async function openLine(boss: PgBoss, kind: JobKind, { workers, stopping }: Line): Promise<void> {
  const { name, giveUp } = kind
  const options = { policy: 'exclusive' as const, ...retries, ...kept, heartbeatSeconds }
  if (giveUp === undefined) await boss.createQueue(name, options)
  else {
    await boss.createQueue(givenUp(name), kept)
    await boss.createQueue(name, { ...options, deadLetter: givenUp(name) })
    workers.push(
      await boss.work<object>(givenUp(name), { pollingIntervalSeconds }, async ([job]) => {
        if (job !== undefined) await giveUp(job.data)
      }),
    )
  }
  for (let worker = 0; worker < kind.atOnce; worker += 1) {
    const id = await boss.work<object>(name, { pollingIntervalSeconds }, async ([job]) => {
      if (job === undefined) return
      // It came in while the workers were being stopped: left undone, it must not count as done.
      stopping.throwIfAborted()
      try {
        await kind.run(job.data, AbortSignal.any([stopping, job.signal]))
      } finally {
        // The next one at once: the interval is for a worker that finds nothing.
        boss.notifyWorker(id)
      }
    })
    workers.push(id)
  }
}
