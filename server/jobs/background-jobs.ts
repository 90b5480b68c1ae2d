import { safeMessage } from '#server/failure-report.ts'
import { type JobKind, type JobQueue, openJobQueue } from './job-queue.ts'

/** A kind of job that finds its work in the product's tables: a job only says where to look. */
export type DutyJob = JobKind & {
  /** What is to be done now; the same again while it is not done. */
  listDue: () => Promise<{ key: string; data: object }[]>
}

type JobParts = Omit<Parameters<typeof openJobQueue>[0], 'kinds'> & { duties: readonly DutyJob[] }

export type BackgroundJobs = { wake: () => void; stop(): Promise<void> }

const lookEveryMs = 300_000

/**
 * Looks for work now and every five minutes, and puts it in line for whichever instance comes first. The queue is
 * opened with the first work there is; a database that fails is tried again the next time.
 */
export function startBackgroundJobs({ duties, ...parts }: JobParts): BackgroundJobs {
  let queue: JobQueue | null = null
  let stopped = false
  const look = async () => {
    for (const duty of duties) {
      const due = stopped ? [] : await duty.listDue()
      if (due.length === 0) continue
      queue ??= await openJobQueue({ ...parts, kinds: duties })
      for (const { key, data } of due) await queue.add(duty.name, key, data)
    }
    queue?.wake()
  }
  let looking = Promise.resolve()
  const wake = () => {
    looking = looking
      .then(() => (stopped ? undefined : look()))
      .catch((error: unknown) => {
        parts.warn(`Background jobs could not be looked for: ${safeMessage(error)}`)
      })
  }
  wake()
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
      await queue?.stop()
    },
  }
}
