import type Stripe from 'stripe'
import { z } from 'zod'
import { announce } from './announce.ts'
import { type Ledger, requireCustomer, requireSubscription } from './ledger.ts'
import { listPage } from './list-page.ts'
import { type ProviderCall, providerCall } from './provider-call.ts'
import { badRequest, noSuch } from './refusal.ts'
import { created, expand, expandOnly, flag, metadata, paging, params, text, whole } from './request-params.ts'
import { cancelAtPeriodEnd, endSubscription, resumeSubscription } from './subscription-life.ts'
import type { SubscriptionObject } from './wire.ts'

const statuses = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const subscriptionLinks = ['customer', 'latest_invoice', 'latest_invoice.payments']
const update = params<Stripe.SubscriptionUpdateParams>()({
  cancel_at_period_end: flag.exactOptional(),
  cancel_at: z.union([z.literal(''), whole]).exactOptional(),
  metadata: metadata.exactOptional(),
  expand: expandOnly(...subscriptionLinks),
})

/** Subscriptions: look, list, cancel now or at the end of the period. */
export const subscriptionCalls: ProviderCall[] = [
  providerCall(
    ['GET', '/v1/subscriptions'],
    params<Stripe.SubscriptionListParams>()({
      ...paging,
      created,
      customer: text.exactOptional(),
      price: text.exactOptional(),
      status: z.enum(statuses).exactOptional(),
    }),
    (ledger, input) => {
      const { customer, price } = input
      if (customer !== undefined && !ledger.tables.deletedCustomers.find(customer)) {
        requireCustomer(ledger, customer, 'customer')
      }
      const matching = ledger.tables.subscriptions
        .all()
        .filter(
          (one) =>
            (customer === undefined || one.customer === customer) &&
            (price === undefined || one.items.data.some((item) => item.price.id === price)) &&
            statusFits(one, input.status),
        )
      return listPage('/v1/subscriptions', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/subscriptions/:id'],
    params<Stripe.SubscriptionRetrieveParams>()({ expand }),
    (ledger, _, id) => requireSubscription(ledger, id),
  ),
  providerCall(['POST', '/v1/subscriptions/:id'], update, updateSubscription),
  providerCall(
    ['DELETE', '/v1/subscriptions/:id'],
    params<Stripe.SubscriptionCancelParams>()({
      invoice_now: flag.exactOptional(),
      prorate: flag.exactOptional(),
      cancellation_details: params<Stripe.SubscriptionCancelParams.CancellationDetails>()({
        comment: text.exactOptional(),
      }).exactOptional(),
      expand: expandOnly(...subscriptionLinks),
    }),
    (ledger, input, id) => {
      const subscription = requireSubscription(ledger, id)
      if (subscription.status === 'canceled') throw noSuch('subscription', id)
      const comment = input.cancellation_details?.comment
      if (comment !== undefined && subscription.cancellation_details) {
        subscription.cancellation_details.comment = comment
      }
      endSubscription(ledger, subscription)
      return subscription
    },
  ),
]

function updateSubscription(ledger: Ledger, input: z.output<typeof update>, id: string): SubscriptionObject {
  const subscription = requireSubscription(ledger, id)
  if (subscription.status === 'canceled') {
    throw badRequest(
      'A canceled subscription can only update its cancellation_details and metadata. You attempted to update it.',
    )
  }
  if (input.cancel_at_period_end !== undefined && input.cancel_at !== undefined) {
    throw badRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  if (input.metadata) subscription.metadata = { ...subscription.metadata, ...input.metadata }
  if (input.cancel_at_period_end === true) cancelAtPeriodEnd(ledger, subscription, 'api')
  else if (input.cancel_at_period_end === false || input.cancel_at === '') {
    resumeSubscription(ledger, subscription)
  } else {
    if (input.cancel_at !== undefined) setCancelAt(ledger, subscription, input.cancel_at)
    announce(ledger, 'customer.subscription.updated', subscription)
  }
  return subscription
}

function setCancelAt(ledger: Ledger, subscription: SubscriptionObject, cancelAt: number): void {
  if (cancelAt <= ledger.now()) {
    throw badRequest('The `cancel_at` timestamp must be in the future.', { param: 'cancel_at' })
  }
  subscription.cancel_at = cancelAt
  subscription.canceled_at = ledger.now()
}

/** Without a status, all that are not canceled. */
function statusFits(
  subscription: SubscriptionObject,
  wanted: (typeof statuses)[number] | undefined,
): boolean {
  if (wanted === undefined) return subscription.status !== 'canceled'
  if (wanted === 'all') return true
  if (wanted === 'ended') return ['canceled', 'incomplete_expired'].includes(subscription.status)
  return subscription.status === wanted
}
