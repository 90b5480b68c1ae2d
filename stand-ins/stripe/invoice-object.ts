import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import { itemOf } from './subscription-object.ts'
import { type InvoiceObject, listOf, type SubscriptionObject } from './wire.ts'

type InvoiceFacts = { subscription: SubscriptionObject; reason: 'subscription_create' | 'subscription_cycle' }

/** An open invoice for the current period of a subscription; nothing was paid yet. */
export function makeInvoiceObject(ledger: Ledger, facts: InvoiceFacts): InvoiceObject {
  const { subscription } = facts
  const item = itemOf(subscription)
  const customer = ledger.tables.customers.find(subscription.customer)
  const id = providerId('in')
  const now = ledger.now()
  const amount = item.price.unit_amount * (item.quantity ?? 1)
  return {
    ...unplayedInInvoices,
    id,
    object: 'invoice',
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: facts.reason,
    created: now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    effective_at: now,
    lines: listOf(`/v1/invoices/${id}/lines`, [makeLine(ledger, id, subscription)]),
    livemode: ledger.livemode,
    next_payment_attempt: null,
    number: id.slice(3, 11).toUpperCase(),
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
  }
}

function makeLine(
  ledger: Ledger,
  invoice: string,
  subscription: SubscriptionObject,
): InvoiceObject['lines']['data'][number] {
  const item = itemOf(subscription)
  const amount = item.price.unit_amount * (item.quantity ?? 1)
  return {
    id: providerId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: ledger.livemode,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: String(item.price.unit_amount),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

/** What an invoice has that nothing here makes use of. */
const unplayedInInvoices = {
  account_country: 'US',
  account_name: 'Local stand-in (no real money)',
  account_tax_ids: null,
  application: null,
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_address: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  metadata: {},
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  test_clock: null,
  webhooks_delivered_at: null,
} satisfies Partial<InvoiceObject>
