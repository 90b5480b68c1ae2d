import type Stripe from 'stripe'
import { z } from 'zod'
import { known, noSuch } from './api-error.ts'
import { requireCustomer, requireSubscription } from './ledger.ts'
import { fits, listPage, type ProviderCall, providerCall } from './provider-call.ts'
import { expand, paging, params, text } from './request-params.ts'
import { endSubscription } from './subscription-lifecycle.ts'

export const subscriptionCalls: ProviderCall[] = [
  providerCall(
    ['GET', '/v1/subscriptions'],
    params<Stripe.SubscriptionListParams>()({
      ...paging,
      customer: text,
      status: z.literal('all').exactOptional(),
    }),
    (ledger, input) => {
      const { customer, status } = input
      if (!ledger.tables.deletedCustomers.find(customer)) requireCustomer(ledger, customer, 'customer')
      // Without a status, all that are not canceled.
      const matching = ledger.tables.subscriptions
        .all()
        .filter((one) => one.customer === customer && (status === 'all' || one.status !== 'canceled'))
      return listPage('/v1/subscriptions', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/subscriptions/:id'],
    params<Stripe.SubscriptionRetrieveParams>()({ expand }),
    (ledger, _, id) => requireSubscription(ledger, id),
  ),
  providerCall(
    ['DELETE', '/v1/subscriptions/:id'],
    params<Stripe.SubscriptionCancelParams>()({}),
    (ledger, _, id) => {
      const subscription = requireSubscription(ledger, id)
      if (subscription.status === 'canceled') throw noSuch('subscription', id)
      endSubscription(ledger, subscription)
      return subscription
    },
  ),
  providerCall(
    ['GET', '/v1/charges'],
    params<Stripe.ChargeListParams>()({
      ...paging,
      customer: text.exactOptional(),
      payment_intent: text.exactOptional(),
    }),
    (ledger, input) => {
      const matching = ledger.tables.charges
        .all()
        .filter((one) => fits([input.customer, one.customer], [input.payment_intent, one.payment_intent]))
      return listPage('/v1/charges', matching, input)
    },
  ),
  providerCall(['GET', '/v1/charges/:id'], params<Stripe.ChargeRetrieveParams>()({}), (ledger, _, id) =>
    known(ledger.tables.charges.find(id), 'charge', id),
  ),
]
