import type { Ledger } from './ledger.ts'
import { providerId } from './provider-id.ts'
import {
  listOf,
  type PriceObject,
  played,
  type SubscriptionItemObject,
  type SubscriptionObject,
} from './wire.ts'

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
  const item = played<SubscriptionItemObject>({
    id: providerId('si'),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: periodAfter(now, facts.price),
    price: facts.price,
    quantity: facts.quantity,
    subscription: id,
  })
  return played<SubscriptionObject>({
    id,
    object: 'subscription',
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency: facts.price.currency,
    customer: facts.customer,
    ended_at: null,
    items: listOf(`/v1/subscription_items?subscription=${id}`, [item]),
    latest_invoice: null,
    livemode: ledger.livemode,
    metadata: facts.metadata,
    start_date: now,
    status: 'active',
  })
}

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
