import { cardAccepts, chargeInvoice, issueInvoice } from './charge-invoice.ts'
import { emitEvent } from './emit-event.ts'
import type { Ledger } from './ledger.ts'
import { itemOf, makeSubscriptionObject, periodAfter } from './subscription-object.ts'
import type { InvoiceObject, PriceObject, SubscriptionObject } from './wire.ts'

/** Begins a subscription; without payment in hand its first invoice stays open. */
export function beginSubscription(
  ledger: Ledger,
  facts: { customer: string; price: PriceObject; quantity: number; metadata: Record<string, string> },
  paid: boolean,
): { subscription: SubscriptionObject; invoice: InvoiceObject } {
  const subscription = makeSubscriptionObject(ledger, facts)
  ledger.tables.subscriptions.put(subscription)
  const invoice = issueInvoice(ledger, subscription, 'subscription_create')
  emitEvent(ledger, 'customer.subscription.created', subscription)
  if (paid) chargeInvoice(ledger, invoice, true)
  return { subscription, invoice }
}

export function endSubscription(
  ledger: Ledger,
  subscription: SubscriptionObject,
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

/** Only `cancel_at` is set and not the flag, as flexible billing does. */
export function cancelAtPeriodEnd(ledger: Ledger, subscription: SubscriptionObject): void {
  subscription.cancel_at = itemOf(subscription).current_period_end
  subscription.canceled_at = ledger.now()
  subscription.cancellation_details = { ...noDetails, reason: 'cancellation_requested' }
  emitEvent(ledger, 'customer.subscription.updated', subscription)
}

export function resumeSubscription(ledger: Ledger, subscription: SubscriptionObject): void {
  subscription.cancel_at = null
  subscription.canceled_at = null
  subscription.cancellation_details = { ...noDetails }
  emitEvent(ledger, 'customer.subscription.updated', subscription)
}

/** Lets the period end: cancels when that was asked for, else asks the card for the next period. */
export function renewSubscription(
  ledger: Ledger,
  subscription: SubscriptionObject,
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

/** Asks the card again for an unpaid invoice; after the last refusal the subscription ends. */
export function retryPayment(
  ledger: Ledger,
  subscription: SubscriptionObject,
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
