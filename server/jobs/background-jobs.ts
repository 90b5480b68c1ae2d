import { explainQueueFailure } from './job-failure.ts'
import { type JobParts, type JobQueue, openJobQueue } from './job-queue.ts'

export type BackgroundJobs = { wake: () => void; stop(): Promise<void> }

const lookEveryMs = 300_000
/** So soon another instance takes part in a queue that one has opened. */
const joinEveryMs = 10_000

const queueExists = `select to_regclass('pgboss.job') is not null as "exists"`

/**
 * Looks for work now and every five minutes, and puts it in line for whichever instance comes first. The queue is
 * opened with the first work there is, here or in another instance; a database that fails is tried again the next
 * time.
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
        parts.warn(`Background jobs could not be looked for: ${words}`, error)
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
