import * as z from 'zod/mini'
import { subscriptionTier } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'

export const paymentModes = ['production', 'sandbox'] as const

/** Which side of the payment provider is used: live money, or its test mode. */
export const paymentMode = z.enum(paymentModes)
export type PaymentMode = z.infer<typeof paymentMode>

/** `none`: never subscribed. The others are the provider's own words. */
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

/** Instants are ISO 8601. A plan that was cancelled has `endsAt`, any other that is paid `renewsAt`. */
export const billingState = z.object({
  tier: subscriptionTier,
  status: subscriptionStatus,
  /** Pro was given by the operator, without a payment. */
  granted: z.boolean(),
  renewsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  cancelAtPeriodEnd: z.boolean(),
  /** The last renewal failed: Pro stays while the provider tries again, and the person should look at the card. */
  paymentTrouble: z.boolean(),
  /** The billing portal has something to show. */
  canManage: z.boolean(),
})
export type BillingState = z.infer<typeof billingState>

export const billingStateEndpoint = defineEndpoint('GET /api/billing', 'user', { output: billingState })

const providerPage = z.url({ protocol: /^https?$/u })

/** Where the browser goes next. `already_pro`: the operator gave Pro, so that there is nothing to pay. */
export const createSubscriptionEndpoint = defineEndpoint('POST /api/create-subscription', 'user', {
  output: z.object({ checkoutUrl: providerPage, opens: z.enum(['checkout', 'portal']) }),
  errors: ['already_pro', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})

/** The provider's id of a payment page, as it stands in the address that the person comes back to. */
const checkoutSessionId = z
  .string('The payment session is missing')
  .check(z.regex(/^cs_(test|live)_[A-Za-z0-9]{10,200}$/u, 'This is not a payment session'))

/** `success` false: nothing is wrong, but the payment is not confirmed yet. A payment of somebody else is `not_found`. */
export const finalizePaymentEndpoint = defineEndpoint('POST /api/stripe/finalize', 'user', {
  body: z.object({ sessionId: checkoutSessionId }),
  output: z.object({ success: z.boolean(), message: z.string() }),
  errors: ['not_found', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})

/** Asks the provider anew. `synced` is true only when that changed the plan. */
export const syncSubscriptionEndpoint = defineEndpoint('POST /api/stripe/sync', 'user', {
  output: z.object({ synced: z.boolean(), tier: subscriptionTier }),
  errors: ['payments_unavailable', 'too_many_attempts'],
})

/** The person comes back to `/profile?portal=1`. `not_found`: they never paid, so there is nothing to manage. */
export const customerPortalEndpoint = defineEndpoint('POST /api/customer-portal', 'user', {
  output: z.object({ url: providerPage }),
  errors: ['not_found', 'billing_not_set_up', 'payments_unavailable', 'too_many_attempts'],
})
