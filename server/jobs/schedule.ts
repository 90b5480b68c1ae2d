import { createHash, randomUUID } from 'node:crypto'
import { type Clock, type Duty, lastDue, nextDue } from '#server/clock.ts'
import type { QueuedDuty } from './job-queue.ts'

export type TimedDuty = Extract<Duty, { rhythm: object }>

/** The number of concurrent runs per instance: a long one does not delay the others. */
const atOnce = 3
/** Longer than a week: the stored job shows that this week's work is done. */
const storedDays = 15

/** The same in every instance: a job is added once, and not again while it is stored. */
function idOf(name: string, time: string): string {
  return createHash('sha256')
    .update(`${name} ${time}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/u, '$1-$2-$3-$4-$5')
}

/** All duties with a rhythm, in one queue: the last time of each is a job that all instances add and one takes. */
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
    // A duty that only another version of the product knows is done there.
    run: async (data, signal) => duties.find(({ name }) => name === nameOf(data))?.run({}, signal),
  }
}

/** The time until the first of the duties is due. */
export function untilNextMs(duties: readonly TimedDuty[], now: Date): number {
  return Math.min(...duties.map(({ rhythm }) => nextDue(rhythm, now).getTime() - now.getTime()))
}
