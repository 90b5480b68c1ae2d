import type Stripe from 'stripe'
import { z } from 'zod'
import { known, noSuch } from './api-error.ts'
import { emitEvent, type Ledger, makeObject, requireCustomer, requireSubscription } from './ledger.ts'
import { fits, listPage, type ProviderCall, providerCall } from './provider-call.ts'
import { address, expand, metadata, paging, params, text } from './request-params.ts'
import { endSubscription } from './subscription-lifecycle.ts'
import type * as wire from './wire.ts'
import { randomLetters } from './wire.ts'

export const customerCalls: ProviderCall[] = [
  providerCall(
    ['POST', '/v1/customers'],
    params<Stripe.CustomerCreateParams>()({
      email: text.max(512).exactOptional(),
      metadata: metadata.exactOptional(),
    }),
    (ledger, input) => {
      const customer = makeObject<wire.Customer>(ledger, ['cus', 'customer'], {
        email: input.email ?? null,
        metadata: input.metadata ?? {},
      })
      ledger.tables.customers.put(customer)
      emitEvent(ledger, 'customer.created', customer)
      return customer
    },
  ),
  providerCall(
    ['GET', '/v1/customers'],
    params<Stripe.CustomerListParams>()({ ...paging, email: text.exactOptional() }),
    (ledger, input) => {
      const matching = ledger.tables.customers.all().filter((one) => fits([input.email, one.email]))
      return listPage('/v1/customers', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/customers/:id'],
    params<Stripe.CustomerRetrieveParams>()({}),
    (ledger, _input, id) => ledger.tables.deletedCustomers.find(id) ?? requireCustomer(ledger, id),
  ),
  providerCall(
    ['DELETE', '/v1/customers/:id'],
    params<Stripe.CustomerDeleteParams>()({}),
    (ledger, _, id) => {
      deleteCustomer(ledger, id)
      return { id, object: 'customer', deleted: true }
    },
  ),
  providerCall(['GET', '/v1/prices/:id'], params<Stripe.PriceRetrieveParams>()({}), (ledger, _, id) =>
    known(ledger.tables.prices.find(id), 'price', id),
  ),
  providerCall(
    ['POST', '/v1/billing_portal/sessions'],
    params<Stripe.BillingPortal.SessionCreateParams>()({
      customer: text,
      return_url: address.exactOptional(),
    }),
    (ledger, { customer, return_url: returnUrl = null }) => {
      requireCustomer(ledger, customer, 'customer')
      // Whoever has its address may act for the customer.
      const secret = `${ledger.livemode ? 'live' : 'test'}_${randomLetters(64)}`
      const portal = makeObject<wire.Portal>(ledger, ['bps', 'billing_portal.session'], {
        customer,
        return_url: returnUrl,
        url: `${ledger.pagesUrl()}/p/session/${secret}`,
      })
      return ledger.tables.portals.put(portal)
    },
  ),
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

export function deleteCustomer(ledger: Ledger, id: string): void {
  const customer = requireCustomer(ledger, id)
  for (const subscription of ledger.tables.subscriptions.all()) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      endSubscription(ledger, subscription)
    }
  }
  ledger.tables.customers.delete(id)
  ledger.tables.cards.delete(id)
  ledger.tables.deletedCustomers.put({ id, object: 'customer', deleted: true })
  emitEvent(ledger, 'customer.deleted', customer)
}
