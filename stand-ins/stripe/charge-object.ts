import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import type { ChargeObject, InvoiceObject, InvoicePaymentObject } from './wire.ts'

type ChargeFacts = { invoice: InvoiceObject; paymentIntent: string; paid: boolean }

/** An attempt to take the amount of an invoice from the person's card. */
export function makeChargeObject(ledger: Ledger, facts: ChargeFacts): ChargeObject {
  const { invoice, paid } = facts
  return {
    id: providerId('ch'),
    object: 'charge',
    amount: invoice.amount_due,
    amount_captured: paid ? invoice.amount_due : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: invoice.customer_email, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: paid,
    created: ledger.now(),
    currency: invoice.currency,
    customer: invoice.customer,
    description: 'Subscription',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: ledger.livemode,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid,
    payment_intent: facts.paymentIntent,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

/** What ties an invoice to its payment: invoices no longer name their charge. */
export function makeInvoicePaymentObject(
  ledger: Ledger,
  invoice: InvoiceObject,
  paymentIntent: string,
): InvoicePaymentObject {
  const now = ledger.now()
  return {
    id: providerId('inpay'),
    object: 'invoice_payment',
    amount_paid: invoice.amount_due,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: ledger.livemode,
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  }
}
