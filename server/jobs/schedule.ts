import { createHash, randomUUID } from 'node:crypto'
import { type Clock, type Duty, lastDue, nextDue } from '#server/clock.ts'
import type { QueuedDuty } from './job-queue.ts'

export type TimedDuty = Extract<Duty, { rhythm: object }>

/** The number of concurrent runs per instance, so that a long run does not delay the others. */
const atOnce = 3
/** Jobs are stored for more than a week, because a stored job proves that the work of its week is done. */
const storedDays = 15

/** The job id is the same in every instance, so a stored job is not added again. */
function idOf(name: string, time: string): string {
  return createHash('sha256')
    .update(`${name} ${time}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/u, '$1-$2-$3-$4-$5')
}

/**
 * All duties with a rhythm, in one queue. Every instance adds a job for the time at which each duty was last
 * due, and one instance takes the job.
 */
export function scheduleDuty(duties: readonly TimedDuty[], clock: Clock): QueuedDuty {
  const startId = randomUUID()
  const jobAt = (name: string, time: string) => ({ id: idOf(name, time), key: name, data: { duty: name } })
  const nameOf = (data: object) => (data as { duty: string }).duty
  return {
    name: 'schedule',
    atOnce,
    storedDays,
    nameOf,
    listDue: async () =>
      duties.flatMap(({ name, rhythm, atStart }) => [
        jobAt(name, lastDue(rhythm, clock()).toISOString()),
        ...(atStart === true ? [jobAt(name, startId)] : []),
      ]),
    // Another version of the product has a duty that this one does not know. That version runs the duty.
    run: async (data, signal) => duties.find(({ name }) => name === nameOf(data))?.run({}, signal),
  }
}

export function untilNextMs(duties: readonly TimedDuty[], now: Date): number {
  return Math.min(...duties.map(({ rhythm }) => nextDue(rhythm, now).getTime() - now.getTime()))
}
