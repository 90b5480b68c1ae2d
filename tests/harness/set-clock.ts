// Loaded into the product before all other code: sets its clock ahead by UNMET_CLOCK_AHEAD_MS. The clock
// continues to run.

const aheadMs = Number(process.env.UNMET_CLOCK_AHEAD_MS)
const { now } = Date

globalThis.Date = class extends Date {
  static override now = () => now() + aheadMs

  constructor(...given: unknown[]) {
    if (given.length === 0) super(now() + aheadMs)
    else super(...(given as [number]))
  }
} as DateConstructor
