import type { Duty } from '#server/clock.ts'

/**
 * Deletes expired data and updates counts. On shutdown only the current step is completed; the next run does
 * the rest.
 */
export const housekeepingDuty = (steps: readonly (() => Promise<unknown>)[]): Duty => ({
  name: 'housekeeping',
  title: 'housekeeping',
  rhythm: { everyMinutes: 60 },
  async run(_data, signal) {
    for (const step of steps) {
      signal.throwIfAborted()
      await step()
    }
  },
})
