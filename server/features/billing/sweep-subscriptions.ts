import type { PaymentMode } from '#contract/billing.ts'
import { PaymentsError } from '#server/ports.ts'
import type { Billing } from './require-payments.ts'
import { type SyncSubscription, syncSubscription } from './sync-subscription.ts'

type SweepSubscriptions = SyncSubscription & Pick<Billing, 'warn'>

const pageSize = 100
/** Asked at one time; the provider allows far more, but people come first. */
const atOnce = 4
/** So many failures in a row mean that the provider is away, and the rest waits for the next sweep. */
const mostFailures = 10

export type Swept = { checked: number; changed: number; failed: number }

async function sweepMode(
  deps: SweepSubscriptions,
  { mode, swept }: { mode: PaymentMode; swept: Swept },
  stopped: AbortSignal,
): Promise<void> {
  let failuresInARow = 0
  const isOver = () => stopped.aborted || failuresInARow >= mostFailures
  const check = async (userId: string) => {
    try {
      const synced = await syncSubscription(deps, userId, mode)
      swept.checked += 1
      if (synced !== null && synced.tier !== synced.before) swept.changed += 1
      failuresInARow = 0
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error
      swept.failed += 1
      failuresInARow += 1
      deps.warn('A subscription could not be checked', { err: error, mode })
    }
  }
  let page = await deps.billing.listCustomersAfter(mode, '', pageSize)
  while (page.length > 0 && !isOver()) {
    const waiting = [...page]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined && !isOver(); next = waiting.shift())
        await check(next)
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    page = await deps.billing.listCustomersAfter(mode, page.at(-1) ?? '', pageSize)
  }
}

/** Asks the provider about every customer, which heals whatever events were lost. Ends early when it is stopped. */
export async function sweepSubscriptions(deps: SweepSubscriptions, stopped: AbortSignal): Promise<Swept> {
  const swept = { checked: 0, changed: 0, failed: 0 }
  for (const mode of ['production', 'sandbox'] as const) {
    if (deps.payments[mode] !== null) await sweepMode(deps, { mode, swept }, stopped)
  }
  return swept
}
