import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { subscriptionStatus } from '#contract/billing.ts'
import {
  type CheckoutSession,
  MalformedPaymentsReply,
  type ProviderPrice,
  type ProviderSubscription,
} from '#server/payment-ports.ts'

/** A reference is an id, or the whole object if it was expanded. */
const reference = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((value) => (typeof value === 'string' ? value : value.id)),
)
const maybeReference = z.nullish(reference)
const instant = z.pipe(
  z.number(),
  z.transform((seconds) => new Date(seconds * 1000)),
)

const customer = z.object({ id: z.string(), deleted: z.optional(z.boolean()) })

const invoice = z.object({
  status: z.nullable(z.string()),
  billing_reason: z.nullish(z.string()),
  payments: z.nullish(
    z.object({
      data: z.array(z.object({ status: z.string(), payment: z.object({ payment_intent: maybeReference }) })),
    }),
  ),
})

const subscription = z.object({
  id: z.string(),
  status: subscriptionStatus,
  created: instant,
  cancel_at: z.nullable(instant),
  cancel_at_period_end: z.boolean(),
  latest_invoice: z.nullable(invoice),
  items: z.object({
    data: z.array(z.object({ current_period_end: instant, price: reference })),
  }),
})

const checkout = z.object({
  id: z.string(),
  url: z.nullish(z.string()),
  status: z.nullable(z.string()),
  payment_status: z.string(),
  mode: z.string(),
  client_reference_id: z.nullish(z.string()),
  customer: maybeReference,
  expires_at: instant,
  success_url: z.nullish(z.string()),
  cancel_url: z.nullish(z.string()),
  metadata: z.nullish(z.record(z.string(), z.string())),
})
export type StripeCheckout = z.infer<typeof checkout>

const price = z.object({
  active: z.boolean(),
  currency: z.string(),
  livemode: z.boolean(),
  unit_amount: z.nullable(z.number()),
  // The SDK converts this field to a decimal number.
  unit_amount_decimal: z.nullish(z.custom<Stripe.Decimal>()),
  billing_scheme: z.nullish(z.string()),
  transform_quantity: z.nullish(z.unknown()),
  tax_behavior: z.nullish(z.string()),
  recurring: z.nullable(
    z.object({ interval: z.string(), interval_count: z.number(), usage_type: z.nullish(z.string()) }),
  ),
})

const charge = z.object({ refunded: z.boolean(), disputed: z.boolean(), customer: maybeReference })

const portal = z.object({ url: z.string() })

const event = z.object({
  id: z.string().check(z.maxLength(255)),
  type: z.string().check(z.maxLength(100)),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})

const eventObject = z.object({
  object: z.string(),
  id: z.string(),
  customer: maybeReference,
  charge: maybeReference,
})

const shapes = { customer, subscription, checkout, price, charge, portal, event, eventObject }

/** Validates only the fields of a response that we use. */
export function readShape<N extends keyof typeof shapes>(name: N, value: unknown) {
  const parsed = shapes[name].safeParse(value)
  if (parsed.success) return parsed.data as z.infer<(typeof shapes)[N]>
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new MalformedPaymentsReply(`The payment provider sent a ${name} that cannot be read at "${field}"`)
}

type Invoice = z.infer<typeof invoice>

/** Bank debits take days, during which the provider reports the subscription as active. */
const firstPaymentIsUnderWay = ({ billing_reason: reason, status }: Invoice) =>
  reason === 'subscription_create' && status === 'open'

function paymentsOf({ payments }: Invoice): string[] {
  const paid = payments?.data.filter(({ status }) => status === 'paid') ?? []
  return paid.flatMap(({ payment }) => payment.payment_intent ?? [])
}

export function describeSubscription(value: unknown): ProviderSubscription {
  const read = readShape('subscription', value)
  const { latest_invoice: latest } = read
  const [item] = read.items.data
  if (item === undefined || read.status === 'none') {
    throw new MalformedPaymentsReply('The payment provider sent a subscription to nothing')
  }
  const unpaid = read.status === 'active' && latest !== null && firstPaymentIsUnderWay(latest)
  // Flexible billing sets `cancel_at` to the end of the period. Older subscriptions only have the flag.
  const cancelAt = read.cancel_at ?? (read.cancel_at_period_end ? item.current_period_end : null)
  return {
    id: read.id,
    status: unpaid ? 'incomplete' : read.status,
    priceId: item.price,
    periodEndsAt: item.current_period_end,
    cancelAt,
    startedAt: read.created,
    paymentIds: latest === null ? [] : paymentsOf(latest),
  }
}

export function describeCheckout(value: unknown): CheckoutSession {
  const read = readShape('checkout', value)
  return {
    userId: read.client_reference_id ?? null,
    customerId: read.customer ?? null,
    forSubscription: read.mode === 'subscription',
    complete: read.status === 'complete',
    paid: read.payment_status === 'paid' || read.payment_status === 'no_payment_required',
  }
}

/** The reason why a customer might be charged another amount than the price; null if there is none. */
function findOddity(read: z.infer<typeof price>): string | null {
  if (read.recurring?.usage_type === 'metered') return 'it is metered by use'
  if (read.billing_scheme === 'tiered') return 'it has tiers'
  if (read.transform_quantity) return 'it divides the quantity'
  if (read.tax_behavior === 'exclusive') return 'tax is added on top of it'
  const decimal = read.unit_amount_decimal?.toString() ?? ''
  return decimal.includes('.') && !/\.0*$/u.test(decimal) ? `it is ${decimal} cents` : null
}

export function describePrice(value: unknown): ProviderPrice {
  const read = readShape('price', value)
  const { interval = 'none', interval_count: count = 1 } = read.recurring ?? {}
  return {
    active: read.active,
    recurring: read.recurring !== null,
    interval: count === 1 ? interval : `${count} ${interval}s`,
    currency: read.currency,
    cents: read.unit_amount,
    live: read.livemode,
    oddity: findOddity(read),
  }
}
