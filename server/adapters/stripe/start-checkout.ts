import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { type CheckoutRequest, MalformedPaymentsReply } from '#server/payment-ports.ts'
import { readShape, type StripeCheckout } from './stripe-shapes.ts'

/** The minimum remaining lifetime of an open page that is reused. */
const leastTimeLeftMs = 30 * 60_000

/** Equal for equal requests: the provider refuses a reused key with other parameters. */
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
    // It was paid or closed in the meantime, so it is no longer open.
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
 * An open page of the same request is reused; others are closed, so that nobody pays twice. The key includes the
 * newest session: concurrent requests get the same page, and after a cancelled plan there is a new one.
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
