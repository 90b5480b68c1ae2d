import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import { listOf, type PriceObject, type SubscriptionItemObject, type SubscriptionObject } from './wire.ts'

type SubscriptionFacts = {
  customer: string
  price: PriceObject
  quantity: number
  metadata: Record<string, string>
}

/** A subscription that began now and is paid by the person's card, with flexible billing. */
export function makeSubscriptionObject(ledger: Ledger, facts: SubscriptionFacts): SubscriptionObject {
  const id = providerId('sub')
  const now = ledger.now()
  return {
    ...unplayedInSubscriptions,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency: facts.price.currency,
    customer: facts.customer,
    default_payment_method: providerId('pm'),
    items: listOf(`/v1/subscription_items?subscription=${id}`, [makeItem(ledger, id, facts)]),
    latest_invoice: null,
    livemode: ledger.livemode,
    metadata: facts.metadata,
    start_date: now,
    status: 'active',
  }
}

function makeItem(ledger: Ledger, subscription: string, facts: SubscriptionFacts): SubscriptionItemObject {
  const { price } = facts
  const now = ledger.now()
  return {
    id: providerId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_start: now,
    current_period_end: periodAfter(now, price),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: {
      id: price.id,
      object: 'plan',
      active: price.active,
      amount: price.unit_amount,
      amount_decimal: String(price.unit_amount),
      billing_scheme: 'per_unit',
      created: price.created,
      currency: price.currency,
      interval: price.recurring?.interval ?? 'month',
      interval_count: price.recurring?.interval_count ?? 1,
      livemode: price.livemode,
      metadata: {},
      meter: null,
      nickname: price.nickname,
      product: price.product,
      tiers_mode: null,
      transform_usage: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    price,
    quantity: facts.quantity,
    subscription,
    tax_rates: [],
  }
}

/** The one item of a subscription of ours. */
export function itemOf(subscription: SubscriptionObject): SubscriptionItemObject {
  const item = subscription.items.data[0]
  if (!item) throw new Error(`The subscription ${subscription.id} has no item.`)
  return item
}

/** When a period that starts then ends; the 31st becomes the last day of a shorter month. */
export function periodAfter(startS: number, price: PriceObject): number {
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

/** What a subscription has that nothing here makes use of. */
const unplayedInSubscriptions = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  collection_method: 'charge_automatically',
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
  },
  trial_start: null,
} satisfies Partial<SubscriptionObject>
