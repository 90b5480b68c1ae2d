import type { Clock, Duty } from '#server/clock.ts'
import { explainQueueFailure } from './job-failure.ts'
import { type JobDeps, type JobQueue, openJobQueue, type QueuedDuty } from './job-queue.ts'
import { scheduleDuty, type TimedDuty, untilNextMs } from './schedule.ts'

export type BackgroundJobs = {
  /** Looks for pending work at once, if jobs were started in this process. */
  wake: () => void
  start: (duties: readonly Duty[]) => void
  stop: () => Promise<void>
}

const lookEveryMs = 300_000
/** After one instance opens a queue, another one joins within this time. */
const joinEveryMs = 10_000

const queueExists = `select to_regclass('pgboss.job') is not null as "exists"`

/** The shortest time between two rounds, even if the clock is changed. */
const leastDelayMs = 1_000

/** Calls `onDue` whenever the next duty is due. */
function watchClock(timed: readonly TimedDuty[], clock: Clock, onDue: () => void): () => void {
  let timer: NodeJS.Timeout
  const wait = () => {
    const delayMs = Math.min(lookEveryMs, Math.max(leastDelayMs, untilNextMs(timed, clock())))
    timer = setTimeout(() => {
      onDue()
      wait()
    }, delayMs).unref()
  }
  if (timed.length > 0) wait()
  return () => clearTimeout(timer)
}

/** Many transactions may announce work in short succession, so the work is read once after this delay. */
const settleMs = 1_000

/** Calls `onNotice` shortly after a notice. Several notices within that time lead to one call. */
function gather(onNotice: () => void): { notice: () => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  let isAgain = false
  const notice = () => {
    isAgain = timer !== undefined
    timer ??= setTimeout(() => {
      timer = undefined
      onNotice()
      if (isAgain) notice()
    }, settleMs).unref()
  }
  return { notice, stop: () => clearTimeout(timer) }
}

/** After `start` was called, calls `onWork` for each duty whose work is announced. */
function hearWork(listen: JobDeps['listen'], onWork: (duty: QueuedDuty) => void) {
  const heard = new Map<string, ReturnType<typeof gather>>()
  return {
    follow: (duty: QueuedDuty): QueuedDuty => {
      if (duty.announcedAs === undefined) return duty
      const gathered = gather(() => onWork(duty))
      heard.set(duty.announcedAs, gathered)
      // While a job runs, no second job with its key is queued, so each run ends with a check for new work.
      return { ...duty, run: (data, signal) => duty.run(data, signal).finally(gathered.notice) }
    },
    /** Returns a function that stops the calls. */
    start(): () => void {
      const stopListening = listen?.((kind) => {
        for (const [announced, { notice }] of heard) if (kind === null || kind === announced) notice()
      })
      return () => {
        stopListening?.()
        for (const { stop } of heard.values()) stop()
      }
    },
  }
}

/**
 * After `start`, queues pending work: at once, every five minutes, when a duty is due, and when work is
 * announced. The queue is opened when work first appears. If the database fails, the next round retries.
 */
export function makeBackgroundJobs(deps: JobDeps): BackgroundJobs {
  let duties: readonly QueuedDuty[] = []
  let queue: JobQueue | null = null
  let isRunning = false
  const stopping: (() => void)[] = []
  const open = async () => {
    queue ??= await openJobQueue(deps, duties)
  }
  const join = async () => {
    if (queue !== null) return
    const { rows } = await deps.executeSql(queueExists)
    if ((rows[0] as { exists: boolean } | undefined)?.exists === true) await open()
  }
  const look = async (among: readonly QueuedDuty[]) => {
    for (const duty of among) {
      const due = isRunning ? await duty.listDue() : []
      if (due.length === 0) continue
      await open()
      for (const job of due) await queue?.add(duty.name, job)
    }
    queue?.wake()
  }
  let looking = Promise.resolve()
  const next = (work: () => Promise<void>) => {
    looking = looking
      .then(() => (isRunning ? work() : undefined))
      .catch((error: unknown) => {
        const { words } = explainQueueFailure(error, deps)
        deps.warn(`Pending background jobs could not be read: ${words}`, error)
      })
  }
  const repeat = (work: () => Promise<void>, everyMs: number) => {
    const timer = setInterval(() => next(work), everyMs).unref()
    stopping.push(() => clearInterval(timer))
  }
  const lookAtAll = () => look(duties)
  const announcements = hearWork(deps.listen, (duty) => next(() => look([duty])))
  return {
    wake: () => next(lookAtAll),
    start(all) {
      const timed = all.filter((duty) => 'rhythm' in duty)
      const schedule = timed.length === 0 ? [] : [scheduleDuty(timed, deps.clock)]
      duties = [...schedule, ...all.filter((duty) => 'listDue' in duty).map(announcements.follow)]
      isRunning = true
      next(lookAtAll)
      repeat(lookAtAll, lookEveryMs)
      repeat(join, joinEveryMs)
      stopping.push(announcements.start())
      stopping.push(watchClock(timed, deps.clock, () => next(() => look(schedule))))
    },
    async stop() {
      isRunning = false
      for (const stop of stopping) stop()
      await looking
      await queue?.stop()
    },
  }
}
