import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import {
  type ChargeObject,
  type DisputeObject,
  type InvoiceObject,
  type InvoicePaymentObject,
  played,
  type RefundObject,
} from './wire.ts'

type ChargeFacts = { invoice: InvoiceObject; paymentIntent: string; paid: boolean }

/** An attempt to take the amount of an invoice from the person's card. */
export function makeChargeObject(ledger: Ledger, facts: ChargeFacts): ChargeObject {
  const { invoice, paid } = facts
  return played<ChargeObject>({
    id: providerId('ch'),
    object: 'charge',
    amount: invoice.amount_due,
    amount_captured: paid ? invoice.amount_due : 0,
    amount_refunded: 0,
    captured: paid,
    created: ledger.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    disputed: false,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    livemode: ledger.livemode,
    paid,
    payment_intent: facts.paymentIntent,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  })
}

/** What ties an invoice to its payment: invoices no longer name their charge. */
export function makeInvoicePaymentObject(ledger: Ledger, invoice: InvoiceObject, paymentIntent: string) {
  return played<InvoicePaymentObject>({
    id: providerId('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_due,
    created: ledger.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    livemode: ledger.livemode,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'paid',
  })
}

export function makeRefundObject(ledger: Ledger, charge: ChargeObject, amount: number): RefundObject {
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
export function makeDisputeObject(ledger: Ledger, charge: ChargeObject): DisputeObject {
  return played<DisputeObject>({
    id: providerId('du'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: ledger.now(),
    currency: charge.currency,
    livemode: ledger.livemode,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  })
}
