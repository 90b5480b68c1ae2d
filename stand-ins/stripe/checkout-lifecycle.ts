import { chargeInvoice, saveCard } from './charge-invoice.ts'
import { emitEvent, type Ledger } from './ledger.ts'
import {
  beginSubscription,
  endSubscription,
  renewSubscription,
  retryPayment,
} from './subscription-lifecycle.ts'
import type * as wire from './wire.ts'
import { itemOf } from './wire.ts'

/** How the person pays on the page. `later` is a bank debit whose result arrives after the checkout. */
export type PaymentChoice = 'card' | 'card_that_fails_at_renewal' | 'declining_card' | 'later'

/** Completes an open session once; a declined card leaves it open, without a subscription. */
export function completeCheckout(
  ledger: Ledger,
  session: wire.Session,
  choice: PaymentChoice,
): 'complete' | 'declined' {
  if (session.status === 'complete') return 'complete'
  if (choice === 'declining_card') return 'declined'
  const plan = ledger.tables.checkoutPlans.find(session.id)
  const price = plan && ledger.tables.prices.find(plan.priceId)
  if (session.status !== 'open' || !plan || !price) throw new Error(`${session.id} cannot be completed.`)
  const { customer } = session
  saveCard(ledger, customer, choice === 'card_that_fails_at_renewal' ? 'declining' : 'good')
  const paid = choice !== 'later'
  const facts = { customer, price, quantity: plan.quantity, metadata: plan.subscriptionMetadata }
  const { subscription, invoice } = beginSubscription(ledger, facts, paid)
  session.status = 'complete'
  session.payment_status = paid ? 'paid' : 'unpaid'
  session.subscription = subscription.id
  session.invoice = invoice.id
  session.url = null
  emitEvent(ledger, 'checkout.session.completed', session)
  return 'complete'
}

export function settleLatePayment(ledger: Ledger, session: wire.Session, succeeded: boolean): void {
  const invoice = ledger.tables.invoices.find(session.invoice ?? '')
  const subscription = ledger.tables.subscriptions.find(session.subscription ?? '')
  if (session.payment_status !== 'unpaid' || !invoice || !subscription) {
    throw new Error(`The session ${session.id} waits for no payment.`)
  }
  chargeInvoice(ledger, invoice, succeeded)
  if (succeeded) {
    session.payment_status = 'paid'
    emitEvent(ledger, 'checkout.session.async_payment_succeeded', session)
    return
  }
  emitEvent(ledger, 'checkout.session.async_payment_failed', session)
  endSubscription(ledger, subscription, 'payment_failed')
}

export function expireSession(ledger: Ledger, session: wire.Session): void {
  session.status = 'expired'
  session.url = null
  emitEvent(ledger, 'checkout.session.expired', session)
}

/** Limits the steps of a subscription in one request, in case a test sets the clock years ahead. */
const mostStepsAtOnce = 60

/** Does everything that became due since the last call: sessions expire, subscriptions renew or end. */
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
