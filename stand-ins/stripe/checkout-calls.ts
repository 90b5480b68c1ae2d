import type Stripe from 'stripe'
import { z } from 'zod'
import { badRequest, known } from './api-error.ts'
import { expireSession } from './checkout-lifecycle.ts'
import { type Ledger, makeObject, requireCustomer } from './ledger.ts'
import { fits, listCall, type ProviderCall, providerCall } from './provider-call.ts'
import { address, metadata, noParams, onlyExpand, paging, params, text, whole } from './request-params.ts'
import type * as wire from './wire.ts'
import { randomLetters } from './wire.ts'

const creation = params<Stripe.Checkout.SessionCreateParams>()({
  mode: z.literal('subscription'),
  ui_mode: z.literal('hosted_page').exactOptional(),
  line_items: z.tuple([
    params<Stripe.Checkout.SessionCreateParams.LineItem>()({ price: text, quantity: whole }),
  ]),
  customer: text,
  client_reference_id: text.max(200).exactOptional(),
  metadata: metadata.exactOptional(),
  subscription_data: params<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
    metadata: metadata.exactOptional(),
  }).exactOptional(),
  success_url: address,
  cancel_url: address.exactOptional(),
  expires_at: whole.exactOptional(),
})

export const checkoutCalls: ProviderCall[] = [
  providerCall(['POST', '/v1/checkout/sessions'], creation, createSession),
  listCall(
    '/v1/checkout/sessions',
    params<Stripe.Checkout.SessionListParams>()({
      ...paging,
      customer: text.exactOptional(),
      status: z.enum(['complete', 'expired', 'open']).exactOptional(),
    }),
    (ledger, { customer, status }) =>
      ledger.tables.sessions.all().filter((one) => fits([customer, one.customer], [status, one.status])),
  ),
  providerCall(['GET', '/v1/checkout/sessions/:id'], onlyExpand, (ledger, _, id) =>
    requireSession(ledger, id),
  ),
  providerCall(['POST', '/v1/checkout/sessions/:id/expire'], noParams, (ledger, _, id) => {
    const session = requireSession(ledger, id)
    if (session.status !== 'open') {
      throw badRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      )
    }
    expireSession(ledger, session)
    return session
  }),
]

const dayS = 24 * 60 * 60

function createSession(ledger: Ledger, input: z.output<typeof creation>): wire.Session {
  requireCustomer(ledger, input.customer, 'customer')
  // The id contains the mode, live or test, like the provider's ids.
  const id = `cs_${ledger.livemode ? 'live' : 'test'}_${randomLetters(58)}`
  const [{ quantity, ...item }] = input.line_items
  if (quantity < 1)
    throw badRequest('This value must be greater than or equal to 1.', { param: 'line_items[0][quantity]' })
  const price = requirePrice(ledger, item.price)
  requireExpiry(ledger, input.expires_at)
  const session = makeObject<wire.Session>(ledger, ['cs', 'checkout.session'], {
    id,
    amount_total: price.unit_amount * quantity,
    cancel_url: input.cancel_url ?? null,
    client_reference_id: input.client_reference_id ?? null,
    currency: price.currency,
    customer: input.customer,
    expires_at: input.expires_at ?? ledger.now() + dayS,
    invoice: null,
    metadata: input.metadata ?? {},
    mode: 'subscription',
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: input.success_url,
    ui_mode: 'hosted_page',
    url: checkoutUrl(ledger, id),
  })
  const subscriptionMetadata = input.subscription_data?.metadata ?? {}
  ledger.tables.checkoutPlans.put({ id, priceId: price.id, quantity, subscriptionMetadata })
  return ledger.tables.sessions.put(session)
}

export function checkoutUrl(ledger: Ledger, sessionId: string): string {
  return `${ledger.pagesUrl()}/c/pay/${sessionId}`
}

function requirePrice(ledger: Ledger, id: string): wire.Price {
  const param = 'line_items[0][price]'
  const price = known(ledger.tables.prices.find(id), 'price', id, param)
  if (!price.active) {
    throw badRequest('The price specified is inactive. This field only accepts active prices.', { param })
  }
  if (!price.recurring) {
    throw badRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
    )
  }
  return price
}

function requireExpiry(ledger: Ledger, expiresAt: number | undefined): void {
  if (expiresAt === undefined) return
  const aheadS = expiresAt - ledger.now()
  if (aheadS >= 30 * 60 && aheadS <= dayS) return
  throw badRequest(
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  )
}

export function requireSession(ledger: Ledger, id: string): wire.Session {
  return known(ledger.tables.sessions.find(id), 'checkout.session', id)
}
