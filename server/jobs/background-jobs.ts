import { explainQueueFailure } from './job-failure.ts'
import { type JobParts, type JobQueue, openJobQueue } from './job-queue.ts'

export type BackgroundJobs = { wake: () => void; stop(): Promise<void> }

const lookEveryMs = 300_000
/** The delay until another instance joins a queue that one has opened. */
const joinEveryMs = 10_000

const queueExists = `select to_regclass('pgboss.job') is not null as "exists"`

/**
 * Queues pending work now and every five minutes, for whichever instance takes it first. The queue is opened with
 * the first work, here or in another instance; if the database fails, the next round retries.
 */
export function startBackgroundJobs(parts: JobParts): BackgroundJobs {
  let queue: JobQueue | null = null
  let stopped = false
  const open = async () => {
    queue ??= await openJobQueue(parts)
  }
  const join = async () => {
    if (queue !== null || stopped) return
    const { rows } = await parts.executeSql(queueExists)
    if ((rows[0] as { exists: boolean } | undefined)?.exists === true) await open()
  }
  const look = async () => {
    for (const duty of parts.duties) {
      const due = stopped ? [] : await duty.listDue()
      if (due.length === 0) continue
      await open()
      for (const job of due) await queue?.add(duty.name, job)
    }
    queue?.wake()
  }
  let looking = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    looking = looking
      .then(() => (stopped ? undefined : work()))
      .catch((error: unknown) => {
        const { words } = explainQueueFailure(error, parts.findTrouble)
        parts.warn(`Pending background jobs could not be read: ${words}`, error)
      })
  }
  const wake = () => next(look)
  wake()
  const timers = [setInterval(wake, lookEveryMs), setInterval(() => next(join), joinEveryMs)]
  for (const timer of timers) timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      await looking
      await queue?.stop()
    },
  }
}
