import type Stripe from 'stripe'
import { z } from 'zod'
import { lineItemsOf } from './expand-links.ts'
import { type Ledger, requireCustomer } from './ledger.ts'
import { fits, listPage } from './list-page.ts'
import { expireSession } from './pass-time.ts'
import { type ProviderCall, providerCall } from './provider-call.ts'
import { badRequest, noSuch } from './refusal.ts'
import {
  address,
  created,
  expand,
  expandOnly,
  flag,
  metadata,
  paging,
  params,
  text,
  whole,
} from './request-params.ts'
import { makeSessionObject } from './session-object.ts'
import type { PriceObject, SessionObject } from './wire.ts'

const sessionLinks = ['customer', 'subscription', 'invoice', 'line_items']

type CreateParams = Stripe.Checkout.SessionCreateParams

const lineItem = params<Stripe.Checkout.SessionCreateParams.LineItem>()({
  price: text,
  quantity: whole.exactOptional(),
})
const creation = params<CreateParams>()({
  mode: z.enum(['payment', 'setup', 'subscription']),
  ui_mode: z.enum(['elements', 'embedded_page', 'form', 'hosted_page']).exactOptional(),
  line_items: z.array(lineItem).max(20),
  customer: text.exactOptional(),
  customer_email: text.max(512).exactOptional(),
  client_reference_id: text.max(200).exactOptional(),
  metadata: metadata.exactOptional(),
  subscription_data: params<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
    metadata: metadata.exactOptional(),
  }).exactOptional(),
  success_url: address,
  cancel_url: address.exactOptional(),
  expires_at: whole.exactOptional(),
  allow_promotion_codes: flag.exactOptional(),
  billing_address_collection: z.enum(['auto', 'required']).exactOptional(),
  payment_method_collection: z.enum(['always', 'if_required']).exactOptional(),
  locale: text.exactOptional(),
  expand: expandOnly(...sessionLinks),
})

/** Checkout sessions: create, look, list, expire. */
export const checkoutCalls: ProviderCall[] = [
  providerCall(['POST', '/v1/checkout/sessions'], creation, createSession),
  providerCall(
    ['GET', '/v1/checkout/sessions'],
    params<Stripe.Checkout.SessionListParams>()({
      ...paging,
      created,
      customer: text.exactOptional(),
      subscription: text.exactOptional(),
      status: z.enum(['complete', 'expired', 'open']).exactOptional(),
    }),
    (ledger, input) => {
      const matching = ledger.tables.sessions
        .all()
        .filter((one) =>
          fits(
            [input.customer, one.customer],
            [input.subscription, one.subscription],
            [input.status, one.status],
          ),
        )
      return listPage('/v1/checkout/sessions', matching, input)
    },
  ),
  providerCall(
    ['GET', '/v1/checkout/sessions/:id'],
    params<Stripe.Checkout.SessionRetrieveParams>()({ expand }),
    (ledger, _, id) => requireSession(ledger, id),
  ),
  providerCall(
    ['GET', '/v1/checkout/sessions/:id/line_items'],
    params<Stripe.Checkout.SessionListLineItemsParams>()(paging),
    (ledger, _, id) => lineItemsOf(ledger, requireSession(ledger, id).id),
  ),
  providerCall(
    ['POST', '/v1/checkout/sessions/:id/expire'],
    params<Stripe.Checkout.SessionExpireParams>()({ expand: expandOnly(...sessionLinks) }),
    (ledger, _, id) => {
      const session = requireSession(ledger, id)
      if (session.status !== 'open') {
        throw badRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        )
      }
      expireSession(ledger, session)
      return session
    },
  ),
]

function createSession(ledger: Ledger, input: z.output<typeof creation>): SessionObject {
  if (input.mode !== 'subscription' || (input.ui_mode ?? 'hosted_page') !== 'hosted_page') {
    throw badRequest('The local stand-in plays only the hosted page in `subscription` mode.', {
      param: input.mode === 'subscription' ? 'ui_mode' : 'mode',
    })
  }
  if (input.customer !== undefined && input.customer_email !== undefined) {
    throw badRequest('You may only specify one of these parameters: customer, customer_email.')
  }
  if (input.customer !== undefined) requireCustomer(ledger, input.customer, 'customer')
  requireExpiry(ledger, input.expires_at)
  const { price, quantity } = requireItem(ledger, input.line_items)
  const session = makeSessionObject(ledger, {
    price,
    quantity,
    successUrl: input.success_url,
    ...(input.customer !== undefined && { customer: input.customer }),
    ...(input.customer_email !== undefined && { customerEmail: input.customer_email }),
    ...(input.client_reference_id !== undefined && { clientReferenceId: input.client_reference_id }),
    ...(input.metadata && { metadata: input.metadata }),
    ...(input.cancel_url !== undefined && { cancelUrl: input.cancel_url }),
    ...(input.expires_at !== undefined && { expiresAt: input.expires_at }),
    ...(input.allow_promotion_codes !== undefined && { allowPromotionCodes: input.allow_promotion_codes }),
  })
  const subscriptionMetadata = input.subscription_data?.metadata ?? {}
  ledger.tables.checkoutPlans.put({ id: session.id, priceId: price.id, quantity, subscriptionMetadata })
  return ledger.tables.sessions.put(session)
}

function requireItem(
  ledger: Ledger,
  items: { price: string; quantity?: number }[],
): { price: PriceObject; quantity: number } {
  const [item, ...more] = items
  if (!item || more.length > 0) {
    throw badRequest('The local stand-in plays Checkouts of exactly one line item.', { param: 'line_items' })
  }
  const price = ledger.tables.prices.find(item.price)
  if (!price) throw noSuch('price', item.price, 'line_items[0][price]')
  if (!price.active) {
    throw badRequest('The price specified is inactive. This field only accepts active prices.', {
      param: 'line_items[0][price]',
    })
  }
  if (!price.recurring) {
    throw badRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
    )
  }
  if (item.quantity === undefined || item.quantity < 1) {
    throw badRequest('Quantity is required. Add `quantity` to `line_items[0]`', {
      param: 'line_items[0][quantity]',
    })
  }
  return { price, quantity: item.quantity }
}

function requireExpiry(ledger: Ledger, expiresAt: number | undefined): void {
  if (expiresAt === undefined) return
  const aheadS = expiresAt - ledger.now()
  if (aheadS >= 30 * 60 && aheadS <= 24 * 60 * 60) return
  throw badRequest(
    'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
    { param: 'expires_at' },
  )
}

export function requireSession(ledger: Ledger, id: string): SessionObject {
  const session = ledger.tables.sessions.find(id)
  if (!session) throw noSuch('checkout.session', id)
  return session
}
