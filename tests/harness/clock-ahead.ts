import { guardOutgoing } from './guard-outgoing.ts'

/** The environment of a product whose clock is ahead, so that a test need not wait for an hour to pass. */
export const clockAhead = (aheadMs: number) => ({
  NODE_OPTIONS: `${guardOutgoing.NODE_OPTIONS} --import ${new URL('./set-clock.ts', import.meta.url).href}`,
  UNMET_CLOCK_AHEAD_MS: String(aheadMs),
})
