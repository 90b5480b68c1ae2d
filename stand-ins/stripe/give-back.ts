import { announce } from './announce.ts'
import type { Ledger } from './ledger.ts'
import { makeDisputeObject, makeRefundObject } from './refund-object.ts'
import { badRequest } from './refusal.ts'
import { endSubscription } from './subscription-life.ts'
import type { ChargeObject, DisputeObject, RefundObject } from './wire.ts'

/** Gives money of a charge back. The subscription goes on: the provider leaves that to us. */
export function refundCharge(
  ledger: Ledger,
  charge: ChargeObject,
  wish: { amount?: number; reason?: string; metadata?: Record<string, string> },
): RefundObject {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = wish.amount ?? left
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`
    throw badRequest(message, { code: 'charge_already_refunded' })
  }
  if (amount < 1 || amount > left) {
    throw badRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  }
  const refund = makeRefundObject(ledger, {
    charge,
    amount,
    reason: wish.reason ?? null,
    ...(wish.metadata && { metadata: wish.metadata }),
  })
  ledger.tables.refunds.put(refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  announce(ledger, 'charge.refunded', charge)
  announce(ledger, 'refund.created', refund)
  return refund
}

/** The bank takes a payment back at the person's wish. */
export function openDispute(ledger: Ledger, charge: ChargeObject, reason: string): DisputeObject {
  const dispute = makeDisputeObject(ledger, charge, reason)
  ledger.tables.disputes.put(dispute)
  charge.disputed = true
  announce(ledger, 'charge.dispute.created', dispute)
  return dispute
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

/** Deletes a customer for good; its subscriptions end at once. */
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
  announce(ledger, 'customer.deleted', customer)
}
