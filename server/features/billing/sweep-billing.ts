import type { Duty } from '#server/clock.ts'
import type { Billing } from './require-payments.ts'
import { checkPriceInUse } from './require-price.ts'
import { type Swept, sweepSubscriptions } from './sync-subscription.ts'

type SweepBilling = Billing & { reportSwept: (swept: Swept) => void }

/** The provider delivers an event again for three days, and on demand for thirty. */
const eventRetentionMs = 60 * 86_400_000

/**
 * Synchronises every customer, checks the current price, and deletes events that cannot be delivered again.
 */
export async function sweepBilling(deps: SweepBilling, stopped: AbortSignal): Promise<void> {
  const swept = await sweepSubscriptions(deps, stopped)
  if (swept.changed > 0 || swept.failed > 0) deps.reportSwept(swept)
  await deps.events.deleteEventsBefore(new Date(deps.clock().getTime() - eventRetentionMs))
  await checkPriceInUse(deps)
}

/** Also runs at startup, because keys and prices may have changed and events may have been missed. */
export const subscriptionsDuty = (deps: SweepBilling): Duty => ({
  name: 'subscriptions',
  title: 'subscriptions',
  rhythm: { everyMinutes: 24 * 60 },
  atStart: true,
  run: (_data, signal) => sweepBilling(deps, signal),
})
