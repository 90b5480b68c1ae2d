import type { Duty } from '#server/clock.ts'

/** Deletes expired data and renews counts. A shutdown waits for one step: the rest is done by another run. */
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
