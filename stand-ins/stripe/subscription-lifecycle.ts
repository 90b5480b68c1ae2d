import { cardAccepts, chargeInvoice, issueInvoice } from './charge-invoice.ts'
import { emitEvent, type Ledger, makeObject } from './ledger.ts'
import type * as wire from './wire.ts'
import { itemOf, listOf, played, providerId } from './wire.ts'

/** Starts a subscription; its first invoice stays open unless `paid`. */
export function beginSubscription(ledger: Ledger, facts: SubscriptionFacts, paid: boolean) {
  const subscription = makeSubscriptionObject(ledger, facts)
  ledger.tables.subscriptions.put(subscription)
  const invoice = issueInvoice(ledger, subscription, 'subscription_create')
  emitEvent(ledger, 'customer.subscription.created', subscription)
  if (paid) chargeInvoice(ledger, invoice, true)
  return { subscription, invoice }
}

export function endSubscription(
  ledger: Ledger,
  subscription: wire.Subscription,
  reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
): void {
  const now = ledger.now()
  subscription.status = 'canceled'
  subscription.canceled_at ??= now
  subscription.ended_at = now
  subscription.cancellation_details = { ...noDetails, reason }
  emitEvent(ledger, 'customer.subscription.deleted', subscription)
}
const noDetails = { comment: null, feedback: null, feedback_option: null, reason: null }

/** Sets `cancel_at`. With flexible billing, Stripe does not set `cancel_at_period_end`. */
export function cancelAtPeriodEnd(ledger: Ledger, subscription: wire.Subscription): void {
  subscription.cancel_at = itemOf(subscription).current_period_end
  subscription.canceled_at = ledger.now()
  subscription.cancellation_details = { ...noDetails, reason: 'cancellation_requested' }
  emitEvent(ledger, 'customer.subscription.updated', subscription)
}

export function resumeSubscription(ledger: Ledger, subscription: wire.Subscription): void {
  subscription.cancel_at = null
  subscription.canceled_at = null
  subscription.cancellation_details = { ...noDetails }
  emitEvent(ledger, 'customer.subscription.updated', subscription)
}

/** Ends the period: cancels if requested, else charges the card for the next period. */
export function renewSubscription(
  ledger: Ledger,
  subscription: wire.Subscription,
  accepts = cardAccepts(ledger, subscription.customer),
): void {
  const item = itemOf(subscription)
  if (subscription.cancel_at !== null && subscription.cancel_at <= item.current_period_end) {
    endSubscription(ledger, subscription)
    return
  }
  item.current_period_start = item.current_period_end
  item.current_period_end = periodAfter(item.current_period_start, item.price)
  const invoice = issueInvoice(ledger, subscription, 'subscription_cycle')
  subscription.status = chargeInvoice(ledger, invoice, accepts) ? 'active' : 'past_due'
  emitEvent(ledger, 'customer.subscription.updated', subscription)
}

/** Charges the card again for an unpaid invoice; after the last refusal the subscription ends. */
export function retryPayment(
  ledger: Ledger,
  subscription: wire.Subscription,
  accepts = cardAccepts(ledger, subscription.customer),
): void {
  const invoice = ledger.tables.invoices.find(subscription.latest_invoice ?? '')
  if (invoice?.status !== 'open') return
  if (chargeInvoice(ledger, invoice, accepts)) {
    if (subscription.status !== 'past_due') return
    subscription.status = 'active'
    emitEvent(ledger, 'customer.subscription.updated', subscription)
  } else if (invoice.next_payment_attempt === null) endSubscription(ledger, subscription, 'payment_failed')
}

type SubscriptionFacts = {
  customer: string
  price: wire.Price
  quantity: number
  metadata: Record<string, string>
}

/** A new subscription paid by the person's card, with flexible billing. */
function makeSubscriptionObject(ledger: Ledger, facts: SubscriptionFacts): wire.Subscription {
  const id = providerId('sub')
  const now = ledger.now()
  const item = played<wire.SubscriptionItem>({
    id: providerId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: periodAfter(now, facts.price),
    price: facts.price,
    quantity: facts.quantity,
    subscription: id,
  })
  return makeObject<wire.Subscription>(ledger, ['sub', 'subscription'], {
    id,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { ...noDetails },
    currency: facts.price.currency,
    customer: facts.customer,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: null,
    metadata: facts.metadata,
    start_date: now,
    status: 'active',
  })
}

/** The end of a period with this start. The 31st becomes the last day of a shorter month. */
function periodAfter(startS: number, price: wire.Price): number {
  const start = new Date(startS * 1000)
  const count = price.recurring?.interval_count ?? 1
  const interval = price.recurring?.interval ?? 'month'
  if (interval === 'day' || interval === 'week') {
    return startS + count * (interval === 'week' ? 7 : 1) * 24 * 60 * 60
  }
  const months = start.getUTCMonth() + count * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const end = new Date(start)
  end.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay))
  return end.getTime() / 1000
}
