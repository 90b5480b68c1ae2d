import type Stripe from 'stripe'
import { known } from './api-error.ts'
import { emitEvent, makeObject, requireCustomer } from './ledger.ts'
import { fits, listPage, type ProviderCall, providerCall } from './provider-call.ts'
import { providerId, randomLetters } from './provider-id.ts'
import { deleteCustomer } from './refund-charge.ts'
import { address, metadata, paging, params, text } from './request-params.ts'
import { type CustomerObject, type PortalObject, played } from './wire.ts'

export const customerCalls: ProviderCall[] = [
  providerCall(
    ['POST', '/v1/customers'],
    params<Stripe.CustomerCreateParams>()({
      email: text.max(512).exactOptional(),
      metadata: metadata.exactOptional(),
    }),
    (ledger, input) => {
      const customer = makeObject<CustomerObject>(ledger, ['cus', 'customer'], {
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
      requireCustomer(ledger, id)
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
      const id = providerId('bps')
      // Whoever has its address may act for the customer.
      const secret = `${ledger.livemode ? 'live' : 'test'}_${id.slice(4)}${randomLetters(40)}`
      return ledger.tables.portals.put(
        played<PortalObject>({
          id,
          object: 'billing_portal.session',
          created: ledger.now(),
          customer,
          livemode: ledger.livemode,
          return_url: returnUrl,
          url: `${ledger.pagesUrl()}/p/session/${secret}`,
        }),
      )
    },
  ),
]
