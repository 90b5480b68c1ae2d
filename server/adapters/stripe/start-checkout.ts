import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type CheckoutRequest, MalformedPaymentsReply } from '#server/payment-ports.ts'
import { readShape, type StripeCheckout } from './stripe-shapes.ts'

/** An open page is reused only if it stays open for at least this long. */
const leastTimeLeftMs = 30 * 60_000

/** A part of the idempotency key, because the provider refuses a key that is reused with other parameters. */
export function hashOf(parameters: object): string {
  return createHash('sha256').update(JSON.stringify(parameters)).digest('base64url').slice(0, 22)
}

function isFor(session: StripeCheckout, request: CheckoutRequest, now: Date): boolean {
  return (
    session.mode === 'subscription' &&
    session.metadata?.priceId === request.priceId &&
    session.success_url === request.successUrl &&
    session.cancel_url === request.cancelUrl &&
    session.expires_at.getTime() - now.getTime() > leastTimeLeftMs
  )
}

async function closeSession(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    // The page was paid or closed in the meantime, so it is no longer open.
    const { statusCode = 500 } = error as { statusCode?: number }
    if (statusCode !== 400 && statusCode !== 404) throw error
  }
}

export async function closeCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id } of data) await closeSession(stripe, id)
}

function parametersOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { userId, customerId, priceId, successUrl, cancelUrl } = request
  return {
    mode: 'subscription',
    customer: customerId,
    client_reference_id: userId,
    line_items: [{ price: priceId, quantity: 1 }],
    metadata: { userId, priceId },
    subscription_data: { metadata: { userId } },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }
}

/**
 * Reuses an open page of the same request and closes other open ones, so that nobody pays twice. The key
 * includes the newest session, so concurrent requests get the same page. After a plan was cancelled, the next
 * request gets a new page.
 */
export async function startCheckout(stripe: Stripe, request: CheckoutRequest, now: Date): Promise<string> {
  const { data } = await stripe.checkout.sessions.list({ customer: request.customerId, limit: 100 })
  const sessions = data.map((session) => readShape('checkout', session))
  const open = sessions.filter(({ status }) => status === 'open')
  const same = open.find((session) => isFor(session, request, now))
  for (const { id } of open) if (id !== same?.id) await closeSession(stripe, id)
  if (same?.url) return same.url
  const parameters = parametersOf(request)
  const after = sessions[0]?.id ?? 'none'
  const idempotencyKey = `checkout:${request.customerId}:after:${after}:${hashOf(parameters)}`
  const made = await stripe.checkout.sessions.create(parameters, { idempotencyKey, maxNetworkRetries: 4 })
  const { url } = readShape('checkout', made)
  if (!url) throw new MalformedPaymentsReply('The payment provider made a payment page without an address')
  return url
}
