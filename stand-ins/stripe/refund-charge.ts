import { emitEvent, type Ledger, makeObject } from './ledger.ts'
import { providerId } from './provider-id.ts'
import { endSubscription } from './subscription-lifecycle.ts'
import { type ChargeObject, type DisputeObject, played, type RefundObject } from './wire.ts'

/** Refunds money of a charge, by default all that is left. The subscription goes on. */
export function refundCharge(ledger: Ledger, charge: ChargeObject, wanted?: number): void {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = wanted ?? left
  if (amount < 1 || amount > left) throw new Error(`${amount} of the ${left} left cannot be refunded.`)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  emitEvent(ledger, 'charge.refunded', charge)
  emitEvent(ledger, 'refund.created', makeRefundObject(ledger, charge, amount))
}

export function openDispute(ledger: Ledger, charge: ChargeObject): void {
  charge.disputed = true
  emitEvent(ledger, 'charge.dispute.created', makeDisputeObject(ledger, charge))
}

/** The last paid charge of a subscription, which refunds and disputes are about. */
export function findPaidCharge(ledger: Ledger, subscriptionId: string): ChargeObject | null {
  const invoices = ledger.tables.invoices
    .all()
    .filter((one) => one.parent.subscription_details.subscription === subscriptionId && one.status === 'paid')
  const payment = ledger.tables.invoicePayments.all().find((one) => one.invoice === invoices.at(-1)?.id)
  return (
    ledger.tables.charges.all().find((one) => one.payment_intent === payment?.payment.payment_intent) ?? null
  )
}

export function deleteCustomer(ledger: Ledger, id: string): void {
  const customer = ledger.tables.customers.find(id)
  if (!customer) return
  for (const subscription of ledger.tables.subscriptions.all()) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      endSubscription(ledger, subscription)
    }
  }
  ledger.tables.customers.delete(id)
  ledger.tables.cards.delete(id)
  ledger.tables.deletedCustomers.put({ id, object: 'customer', deleted: true })
  emitEvent(ledger, 'customer.deleted', customer)
}

function makeRefundObject(ledger: Ledger, charge: ChargeObject, amount: number): RefundObject {
  return played<RefundObject>({
    id: providerId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: ledger.now(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  })
}

/** A dispute the bank opened over the whole charge; it names the charge, never the customer. */
function makeDisputeObject(ledger: Ledger, charge: ChargeObject): DisputeObject {
  return makeObject<DisputeObject>(ledger, ['du', 'dispute'], {
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
}
