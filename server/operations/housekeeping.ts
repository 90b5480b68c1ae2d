import type { Duty } from '#server/clock.ts'

/**
 * Deletes expired data and updates counts. On shutdown only the current step is completed. The rest is left
 * to the next run.
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
