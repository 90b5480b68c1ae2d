import * as z from 'zod/mini'
import { subscriptionTier } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

export const paymentModes = ['production', 'sandbox'] as const

/** The mode of the payment provider: live payments, or test mode. */
export const paymentMode = z.enum(paymentModes)
export type PaymentMode = z.infer<typeof paymentMode>

/** `none`: never subscribed. The payment provider defines the other states. */
export const subscriptionStatuses = [
  'none',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export const subscriptionStatus = z.enum(subscriptionStatuses)
export type SubscriptionStatus = z.infer<typeof subscriptionStatus>

/** Instants are ISO 8601. A cancelled plan has `endsAt`; any other paid plan has `renewsAt`. */
export const billingState = z.object({
  tier: subscriptionTier,
  status: subscriptionStatus,
  /** Whether an operator granted Pro without a payment. */
  granted: z.boolean(),
  renewsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  cancelAtPeriodEnd: z.boolean(),
  /**
   * Whether the last renewal failed. Pro stays while the provider tries again, and the user should check
   * their card.
   */
  paymentTrouble: z.boolean(),
  /** Whether the billing portal is available. */
  canManage: z.boolean(),
})
export type BillingState = z.infer<typeof billingState>

export const billingStateEndpoint = defineEndpoint('GET /api/billing', 'user', { output: billingState })

const providerPage = z.url({ protocol: /^https?$/u })

/** The URL to redirect to. `already_pro` means that an operator granted Pro, so there is nothing to pay. */
export const createSubscriptionEndpoint = defineEndpoint('POST /api/create-subscription', 'user', {
  output: z.object({ checkoutUrl: providerPage, opens: z.enum(['checkout', 'portal']) }),
  errors: ['already_pro', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})

/** The provider's id of a checkout session, from the return URL. */
const checkoutSessionId = z
  .string('The payment session is missing')
  .check(z.regex(/^cs_(test|live)_[A-Za-z0-9]{10,200}$/u, 'This is not a payment session'))

/**
 * If `success` is false, there was no error, but the payment is not confirmed yet. A payment of somebody else
 * results in `not_found`.
 */
export const finalizePaymentEndpoint = defineEndpoint('POST /api/stripe/finalize', 'user', {
  body: z.object({ sessionId: checkoutSessionId }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['not_found', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})

/** Fetches the state from the provider. `synced` is true only if that has changed the plan. */
export const syncSubscriptionEndpoint = defineEndpoint('POST /api/stripe/sync', 'user', {
  output: z.object({ synced: z.boolean(), tier: subscriptionTier }),
  errors: ['payments_unavailable', 'too_many_attempts'],
})

/**
 * The portal returns to `/profile?portal=1`. `not_found` means that the user has never paid, so there is
 * nothing to manage.
 */
export const customerPortalEndpoint = defineEndpoint('POST /api/customer-portal', 'user', {
  output: z.object({ url: providerPage }),
  errors: ['not_found', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})

/** Receives signed events of the payment provider. Events are larger than users' requests. */
export const paymentEventEndpoint = defineEndpoint('POST /api/webhooks/stripe/:mode', 'open', {
  params: z.object({ mode: paymentMode }),
  bodyBytes: 512 * 1024,
  bodyType: 'application/json',
  output: z.object({ received: z.boolean() }),
  errors: ['billing_not_set_up', 'payments_unavailable', 'body_too_large', 'unsupported_media_type'],
})
