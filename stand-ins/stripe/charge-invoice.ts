import { type CardState, emitEvent, type Ledger, makeObject } from './ledger.ts'
import type * as wire from './wire.ts'
import { itemOf, played, providerId } from './wire.ts'

const dayS = 24 * 60 * 60
/** Days after which the provider retries the card. After the last retry, the provider gives up. */
const retryAfterDays = [3, 5, 7]

/** Creates the open invoice of the current period and links it to its subscription. */
export function issueInvoice(
  ledger: Ledger,
  subscription: wire.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): wire.Invoice {
  const { price, quantity = 1 } = itemOf(subscription)
  const amount = price.unit_amount * quantity
  const now = ledger.now()
  const invoice = makeObject<wire.Invoice>(ledger, ['in', 'invoice'], {
    amount_due: amount,
    amount_paid: 0,
    amount_remaining: amount,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: ledger.tables.customers.find(subscription.customer)?.email ?? null,
    next_payment_attempt: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    total: amount,
  })
  ledger.tables.invoices.put(invoice)
  subscription.latest_invoice = invoice.id
  emitEvent(ledger, 'invoice.created', invoice)
  emitEvent(ledger, 'invoice.finalized', invoice)
  return invoice
}

/** Charges the card for an open invoice once; true if it was paid. */
export function chargeInvoice(ledger: Ledger, invoice: wire.Invoice, paid: boolean): boolean {
  const paymentIntent = providerId('pi')
  const charge = makeObject<wire.Charge>(ledger, ['ch', 'charge'], {
    amount: invoice.amount_due,
    amount_captured: paid ? invoice.amount_due : 0,
    amount_refunded: 0,
    captured: paid,
    currency: invoice.currency,
    customer: invoice.customer,
    disputed: false,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    paid,
    payment_intent: paymentIntent,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  })
  ledger.tables.charges.put(charge)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (paid) markPaid(ledger, invoice, paymentIntent)
  else markRefused(ledger, invoice)
  emitEvent(ledger, paid ? 'charge.succeeded' : 'charge.failed', charge)
  if (paid) {
    emitEvent(ledger, 'invoice.paid', invoice)
    emitEvent(ledger, 'invoice.payment_succeeded', invoice)
  } else {
    emitEvent(ledger, 'invoice.payment_failed', invoice)
  }
  return paid
}

function markPaid(ledger: Ledger, invoice: wire.Invoice, paymentIntent: string): void {
  invoice.status = 'paid'
  invoice.amount_paid = invoice.amount_due
  invoice.amount_remaining = 0
  invoice.auto_advance = false
  invoice.next_payment_attempt = null
  invoice.status_transitions.paid_at = ledger.now()
  // Links an invoice to its payment, because invoices no longer contain the id of their charge.
  ledger.tables.invoicePayments.put(
    makeObject<wire.InvoicePayment>(ledger, ['inpay', 'invoice_payment'], {
      amount_paid: invoice.amount_due,
      currency: invoice.currency,
      invoice: invoice.id,
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
      status: 'paid',
    }),
  )
}

function markRefused(ledger: Ledger, invoice: wire.Invoice): void {
  const waitDays = retryAfterDays[invoice.attempt_count - 1]
  invoice.next_payment_attempt = waitDays === undefined ? null : ledger.now() + waitDays * dayS
  if (waitDays === undefined) invoice.auto_advance = false
}

export function cardAccepts(ledger: Ledger, customer: string): boolean {
  return ledger.tables.cards.find(customer)?.state !== 'declining'
}

export function saveCard(ledger: Ledger, customer: string, state: CardState): void {
  ledger.tables.cards.put({ id: customer, state })
}

/** Refunds a charge, by default the remaining amount. The subscription continues. */
export function refundCharge(ledger: Ledger, charge: wire.Charge, wanted?: number): void {
  const left = charge.amount_captured - charge.amount_refunded
  const amount = wanted ?? left
  if (amount < 1 || amount > left) throw new Error(`${amount} of the ${left} left cannot be refunded.`)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount_captured
  emitEvent(ledger, 'charge.refunded', charge)
  const refund = played<wire.Refund>({
    id: providerId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: ledger.now(),
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  })
  emitEvent(ledger, 'refund.created', refund)
}

/** Disputes the whole charge. A dispute contains the id of the charge, never of the customer. */
export function openDispute(ledger: Ledger, charge: wire.Charge): void {
  charge.disputed = true
  const dispute = makeObject<wire.Dispute>(ledger, ['du', 'dispute'], {
    amount: charge.amount,
    charge: charge.id,
    currency: charge.currency,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
  emitEvent(ledger, 'charge.dispute.created', dispute)
}

/** The last paid charge of a subscription, for refunds and disputes. */
export function findPaidCharge(ledger: Ledger, subscriptionId: string): wire.Charge | null {
  const invoices = ledger.tables.invoices
    .all()
    .filter((one) => one.parent.subscription_details.subscription === subscriptionId && one.status === 'paid')
  const payment = ledger.tables.invoicePayments.all().find((one) => one.invoice === invoices.at(-1)?.id)
  return (
    ledger.tables.charges.all().find((one) => one.payment_intent === payment?.payment.payment_intent) ?? null
  )
}
