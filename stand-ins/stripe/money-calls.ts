import type Stripe from 'stripe'
import { z } from 'zod'
import { refundCharge } from './give-back.ts'
import type { Ledger } from './ledger.ts'
import { fits, listPage } from './list-page.ts'
import { type ProviderCall, providerCall } from './provider-call.ts'
import { badRequest, noSuch } from './refusal.ts'
import { created, expand, expandOnly, metadata, paging, params, text, whole } from './request-params.ts'
import type { ChargeObject } from './wire.ts'

const byCharge = {
  ...paging,
  created,
  charge: text.exactOptional(),
  payment_intent: text.exactOptional(),
}

/** Charges, and how they go back: refunds, disputes. Events, to look through what was missed. */
export const moneyCalls: ProviderCall[] = [
  providerCall(
    ['GET', '/v1/charges'],
    params<Stripe.ChargeListParams>()({
      ...paging,
      created,
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
  providerCall(
    ['GET', '/v1/charges/:id'],
    params<Stripe.ChargeRetrieveParams>()({ expand }),
    (ledger, _, id) => ledger.tables.charges.find(id) ?? missing('charge', id),
  ),
  providerCall(
    ['POST', '/v1/refunds'],
    params<Stripe.RefundCreateParams>()({
      charge: text.exactOptional(),
      payment_intent: text.exactOptional(),
      amount: whole.exactOptional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).exactOptional(),
      metadata: metadata.exactOptional(),
      expand: expandOnly('charge', 'customer'),
    }),
    (ledger, input) => refundCharge(ledger, requireCharge(ledger, input), input),
  ),
  providerCall(['GET', '/v1/refunds'], params<Stripe.RefundListParams>()(byCharge), (ledger, input) =>
    listPage('/v1/refunds', ledger.tables.refunds.all().filter(ofCharge(input)), input),
  ),
  providerCall(
    ['GET', '/v1/refunds/:id'],
    params<Stripe.RefundRetrieveParams>()({ expand }),
    (ledger, _, id) => ledger.tables.refunds.find(id) ?? missing('refund', id),
  ),
  providerCall(['GET', '/v1/disputes'], params<Stripe.DisputeListParams>()(byCharge), (ledger, input) =>
    listPage('/v1/disputes', ledger.tables.disputes.all().filter(ofCharge(input)), input),
  ),
  providerCall(
    ['GET', '/v1/disputes/:id'],
    params<Stripe.DisputeRetrieveParams>()({ expand }),
    (ledger, _, id) => ledger.tables.disputes.find(id) ?? missing('dispute', id),
  ),
  providerCall(
    ['GET', '/v1/events'],
    params<Stripe.EventListParams>()({
      ...paging,
      created,
      type: text.exactOptional(),
      types: z.array(text).max(20).exactOptional(),
    }),
    (ledger, input) => {
      if (input.type !== undefined && input.types) {
        throw badRequest('You may only specify one of these parameters: type, types.')
      }
      const patterns = input.types ?? (input.type === undefined ? ['*'] : [input.type])
      const matching = ledger.tables.events
        .all()
        .filter((event) => patterns.some((pattern) => typeFits(event.type, pattern)))
      return listPage('/v1/events', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/events/:id'],
    params<Stripe.EventRetrieveParams>()({ expand }),
    (ledger, _, id) => ledger.tables.events.find(id) ?? missing('event', id),
  ),
]

/** `customer.*` stands for every type that begins so. */
function typeFits(type: string, pattern: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}

function ofCharge(wanted: { charge?: string; payment_intent?: string }) {
  return (row: { charge: string; payment_intent: string }): boolean =>
    fits([wanted.charge, row.charge], [wanted.payment_intent, row.payment_intent])
}

function requireCharge(ledger: Ledger, wanted: { charge?: string; payment_intent?: string }): ChargeObject {
  if (wanted.charge !== undefined) {
    const charge = ledger.tables.charges.find(wanted.charge)
    if (!charge) throw noSuch('charge', wanted.charge, 'charge')
    return charge
  }
  if (wanted.payment_intent === undefined) {
    throw badRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  }
  const paid = ledger.tables.charges
    .all()
    .find((one) => one.payment_intent === wanted.payment_intent && one.paid)
  if (!paid) throw noSuch('payment_intent', wanted.payment_intent, 'payment_intent')
  return paid
}

function missing(what: string, id: string): never {
  throw noSuch(what, id)
}
