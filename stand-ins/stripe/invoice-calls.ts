import type Stripe from 'stripe'
import { z } from 'zod'
import { type Ledger, requireSubscription } from './ledger.ts'
import { fits, listPage } from './list-page.ts'
import { type ProviderCall, providerCall } from './provider-call.ts'
import { badRequest, noSuch } from './refusal.ts'
import { created, expand, expandOnly, flag, paging, params, text } from './request-params.ts'
import { settleAfterPayment } from './subscription-life.ts'
import { payInvoice } from './take-payment.ts'
import type { InvoiceObject } from './wire.ts'

/** Invoices and how they were paid. */
export const invoiceCalls: ProviderCall[] = [
  providerCall(
    ['GET', '/v1/invoices'],
    params<Stripe.InvoiceListParams>()({
      ...paging,
      created,
      customer: text.exactOptional(),
      subscription: text.exactOptional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).exactOptional(),
    }),
    (ledger, input) => {
      const matching = ledger.tables.invoices
        .all()
        .filter((one) =>
          fits(
            [input.customer, one.customer],
            [input.subscription, subscriptionOf(one)],
            [input.status, one.status],
          ),
        )
      return listPage('/v1/invoices', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/invoices/:id'],
    params<Stripe.InvoiceRetrieveParams>()({ expand }),
    (ledger, _, id) => requireInvoice(ledger, id),
  ),
  providerCall(
    ['POST', '/v1/invoices/:id/pay'],
    params<Stripe.InvoicePayParams>()({
      off_session: flag.exactOptional(),
      expand: expandOnly('customer', 'payments'),
    }),
    (ledger, _, id) => {
      const invoice = requireInvoice(ledger, id)
      if (invoice.status !== 'open') {
        throw badRequest('Invoice is already paid', { code: 'invoice_already_paid' })
      }
      payInvoice(ledger, invoice)
      settleAfterPayment(ledger, requireSubscription(ledger, subscriptionOf(invoice)))
      return invoice
    },
  ),
  providerCall(
    ['GET', '/v1/invoice_payments'],
    params<Stripe.InvoicePaymentListParams>()({
      ...paging,
      created,
      invoice: text.exactOptional(),
      payment: params<Stripe.InvoicePaymentListParams.Payment>()({
        type: z.enum(['payment_intent']),
        payment_intent: text,
      }).exactOptional(),
    }),
    (ledger, input) => {
      const intent = input.payment?.payment_intent
      const matching = ledger.tables.invoicePayments
        .all()
        .filter((one) => fits([input.invoice, one.invoice], [intent, one.payment.payment_intent]))
      return listPage('/v1/invoice_payments', matching, input)
    },
  ),
]

function subscriptionOf(invoice: InvoiceObject): string {
  return invoice.parent.subscription_details.subscription
}

function requireInvoice(ledger: Ledger, id: string): InvoiceObject {
  const invoice = ledger.tables.invoices.find(id)
  if (!invoice) throw noSuch('invoice', id)
  return invoice
}
