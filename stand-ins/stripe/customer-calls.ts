import type Stripe from 'stripe'
import { announce } from './announce.ts'
import { makeCustomerObject } from './customer-object.ts'
import { deleteCustomer } from './give-back.ts'
import { type Ledger, requireCustomer } from './ledger.ts'
import { listPage } from './list-page.ts'
import { type ProviderCall, providerCall } from './provider-call.ts'
import { providerId, randomLetters } from './provider-id.ts'
import { noSuch } from './refusal.ts'
import { address, created, expand, expandOnly, metadata, paging, params, text } from './request-params.ts'
import type { PortalObject } from './wire.ts'

/** A visit to the portal; whoever has its address may act for the customer. */
function makePortalObject(ledger: Ledger, facts: { customer: string; returnUrl?: string }): PortalObject {
  const id = providerId('bps')
  const secret = `${ledger.livemode ? 'live' : 'test'}_${id.slice(4)}${randomLetters(40)}`
  return {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: 'bpc_1StandInPortal0000000000',
    created: ledger.now(),
    customer: facts.customer,
    customer_account: null,
    flow: null,
    livemode: ledger.livemode,
    locale: null,
    on_behalf_of: null,
    return_url: facts.returnUrl ?? null,
    url: `${ledger.pagesUrl()}/p/session/${secret}`,
  }
}

const facts = {
  email: text.max(512).exactOptional(),
  name: text.max(256).exactOptional(),
  description: text.max(350).exactOptional(),
  metadata: metadata.exactOptional(),
  expand: expandOnly('subscriptions'),
}

/** Customers, prices they pay, and the portal they manage it in. */
export const customerCalls: ProviderCall[] = [
  providerCall(['POST', '/v1/customers'], params<Stripe.CustomerCreateParams>()(facts), (ledger, input) => {
    const customer = makeCustomerObject(ledger, input)
    ledger.tables.customers.put(customer)
    announce(ledger, 'customer.created', customer)
    return customer
  }),
  providerCall(
    ['GET', '/v1/customers'],
    params<Stripe.CustomerListParams>()({ ...paging, created, email: text.exactOptional() }),
    (ledger, input) => {
      const all = ledger.tables.customers.all()
      const matching = all.filter((one) => input.email === undefined || one.email === input.email)
      return listPage('/v1/customers', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/customers/:id'],
    params<Stripe.CustomerRetrieveParams>()({ expand }),
    (ledger, _input, id) => ledger.tables.deletedCustomers.find(id) ?? requireCustomer(ledger, id),
  ),
  providerCall(
    ['POST', '/v1/customers/:id'],
    params<Stripe.CustomerUpdateParams>()(facts),
    (ledger, { expand: _expand, metadata: more, ...changes }, id) => {
      const customer = requireCustomer(ledger, id)
      Object.assign(customer, changes, { metadata: { ...customer.metadata, ...more } })
      announce(ledger, 'customer.updated', customer)
      return customer
    },
  ),
  providerCall(
    ['DELETE', '/v1/customers/:id'],
    params<Stripe.CustomerDeleteParams>()({}),
    (ledger, _, id) => {
      requireCustomer(ledger, id)
      deleteCustomer(ledger, id)
      return { id, object: 'customer', deleted: true }
    },
  ),
  providerCall(
    ['GET', '/v1/prices/:id'],
    params<Stripe.PriceRetrieveParams>()({ expand }),
    (ledger, _, id) => {
      const price = ledger.tables.prices.find(id)
      if (!price) throw noSuch('price', id)
      return price
    },
  ),
  providerCall(
    ['POST', '/v1/billing_portal/sessions'],
    params<Stripe.BillingPortal.SessionCreateParams>()({
      customer: text,
      return_url: address.exactOptional(),
      expand: expandOnly('customer'),
    }),
    (ledger, input) => {
      requireCustomer(ledger, input.customer, 'customer')
      const portal = makePortalObject(ledger, {
        customer: input.customer,
        ...(input.return_url !== undefined && { returnUrl: input.return_url }),
      })
      return ledger.tables.portals.put(portal)
    },
  ),
]
