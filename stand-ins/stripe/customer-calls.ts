import type Stripe from 'stripe'
import { z } from 'zod'
import { known, noSuch } from './api-error.ts'
import { emitEvent, type Ledger, makeObject, requireCustomer, requireSubscription } from './ledger.ts'
import { fits, listCall, type ProviderCall, providerCall } from './provider-call.ts'
import { address, metadata, noParams, onlyExpand, paging, params, text } from './request-params.ts'
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
  listCall(
    '/v1/customers',
    params<Stripe.CustomerListParams>()({ ...paging, email: text.exactOptional() }),
    (ledger, { email }) => ledger.tables.customers.all().filter((one) => fits([email, one.email])),
  ),
  providerCall(
    ['GET', '/v1/customers/:id'],
    noParams,
    (ledger, _, id) => ledger.tables.deletedCustomers.find(id) ?? requireCustomer(ledger, id),
  ),
  providerCall(
    ['POST', '/v1/customers/:id'],
    params<Stripe.CustomerUpdateParams>()({ email: text.max(512).exactOptional() }),
    (ledger, { email }, id) => {
      const customer = requireCustomer(ledger, id)
      if (email !== undefined) customer.email = email
      emitEvent(ledger, 'customer.updated', customer)
      return ledger.tables.customers.put(customer)
    },
  ),
  providerCall(['DELETE', '/v1/customers/:id'], noParams, (ledger, _, id) => deleteCustomer(ledger, id)),
  providerCall(['GET', '/v1/prices/:id'], noParams, (ledger, _, id) =>
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
      // Anybody with the portal's URL can act for the customer.
      const secret = `${ledger.livemode ? 'live' : 'test'}_${randomLetters(64)}`
      const portal = makeObject<wire.Portal>(ledger, ['bps', 'billing_portal.session'], {
        customer,
        return_url: returnUrl,
        url: `${ledger.pagesUrl()}/p/session/${secret}`,
      })
      return ledger.tables.portals.put(portal)
    },
  ),
  listCall(
    '/v1/subscriptions',
    params<Stripe.SubscriptionListParams>()({
      ...paging,
      customer: text,
      status: z.literal('all').exactOptional(),
    }),
    (ledger, { customer, status }) => {
      if (!ledger.tables.deletedCustomers.find(customer)) requireCustomer(ledger, customer, 'customer')
      // Without a status, the list contains all subscriptions that are not canceled.
      return ledger.tables.subscriptions
        .all()
        .filter((one) => one.customer === customer && (status === 'all' || one.status !== 'canceled'))
    },
  ),
  providerCall(['GET', '/v1/subscriptions/:id'], onlyExpand, (ledger, _, id) =>
    requireSubscription(ledger, id),
  ),
  providerCall(['DELETE', '/v1/subscriptions/:id'], noParams, (ledger, _, id) => {
    const subscription = requireSubscription(ledger, id)
    if (subscription.status === 'canceled') throw noSuch('subscription', id)
    endSubscription(ledger, subscription)
    return subscription
  }),
  listCall(
    '/v1/charges',
    params<Stripe.ChargeListParams>()({
      ...paging,
      customer: text.exactOptional(),
      payment_intent: text.exactOptional(),
    }),
    (ledger, input) =>
      ledger.tables.charges
        .all()
        .filter((one) => fits([input.customer, one.customer], [input.payment_intent, one.payment_intent])),
  ),
  providerCall(['GET', '/v1/charges/:id'], noParams, (ledger, _, id) =>
    known(ledger.tables.charges.find(id), 'charge', id),
  ),
]

export function deleteCustomer(ledger: Ledger, id: string): object {
  const customer = requireCustomer(ledger, id)
  for (const subscription of ledger.tables.subscriptions.all()) {
    if (subscription.customer === id && subscription.status !== 'canceled') {
      endSubscription(ledger, subscription)
    }
  }
  ledger.tables.customers.delete(id)
  ledger.tables.cards.delete(id)
  const deleted = ledger.tables.deletedCustomers.put({ id, object: 'customer', deleted: true })
  emitEvent(ledger, 'customer.deleted', customer)
  return deleted
}
