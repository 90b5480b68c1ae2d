import { emitEvent, type Ledger } from './ledger.ts'
import { endSubscription, renewSubscription, retryPayment } from './subscription-lifecycle.ts'
import type * as wire from './wire.ts'
import { itemOf } from './wire.ts'

/** A clock set years ahead must not renew for ever in one request. */
const mostStepsAtOnce = 60

/** Does everything that fell due since the last look: sessions expire, subscriptions renew or end. */
export function advanceTime(ledger: Ledger): void {
  const now = ledger.now()
  for (const session of ledger.tables.sessions.all()) {
    if (session.status === 'open' && session.expires_at <= now) expireSession(ledger, session)
  }
  for (const subscription of ledger.tables.subscriptions.all()) {
    let steps = 0
    while (steps < mostStepsAtOnce && takeDueStep(ledger, subscription)) steps += 1
  }
}

function takeDueStep(ledger: Ledger, subscription: wire.Subscription): boolean {
  const now = ledger.now()
  if (subscription.status === 'canceled') return false
  if (subscription.cancel_at !== null && subscription.cancel_at <= now) {
    endSubscription(ledger, subscription)
    return true
  }
  const invoice = ledger.tables.invoices.find(subscription.latest_invoice ?? '')
  if (invoice?.status === 'open' && (invoice.next_payment_attempt ?? Number.POSITIVE_INFINITY) <= now) {
    retryPayment(ledger, subscription)
    return true
  }
  if (itemOf(subscription).current_period_end > now) return false
  renewSubscription(ledger, subscription)
  return true
}

export function expireSession(ledger: Ledger, session: wire.Session): void {
  session.status = 'expired'
  session.url = null
  emitEvent(ledger, 'checkout.session.expired', session)
}
