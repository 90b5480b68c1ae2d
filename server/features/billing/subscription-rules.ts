import type { BillingState, PaymentMode, SubscriptionStatus } from '#contract/billing.ts'
import type { ProviderSubscription } from '#server/payment-ports.ts'

/** Statuses that include Pro. In `past_due` the provider still retries the payment (ADR 10). */
export const payingStatuses = ['active', 'trialing', 'past_due'] as const satisfies SubscriptionStatus[]

/** Statuses in which the provider still has a plan for the user, so that no second plan may be sold. */
export const liveStatuses: readonly SubscriptionStatus[] = [
  ...payingStatuses,
  'incomplete',
  'unpaid',
  'paused',
]

export function isPaying(status: SubscriptionStatus): boolean {
  return payingStatuses.some((paying) => paying === status)
}

export function isLive(status: SubscriptionStatus): boolean {
  return liveStatuses.includes(status)
}

const rank = ({ status }: ProviderSubscription) => {
  if (status === 'active' || status === 'trialing') return 0
  if (status === 'past_due') return 1
  return isLive(status) ? 2 : 3
}

/** The subscription that determines the current plan: a paid one, or else the newest. */
export function pickSubscription(all: readonly ProviderSubscription[]): ProviderSubscription | null {
  const [first] = [...all].sort(
    (one, other) => rank(one) - rank(other) || other.startedAt.getTime() - one.startedAt.getTime(),
  )
  return first ?? null
}

export type BillingCustomer = {
  mode: PaymentMode
  customerId: string
  subscriptionId: string | null
  status: SubscriptionStatus
  periodEnd: Date | null
  cancelAt: Date | null
}

/**
 * The mode of a user's billing. It is production for users with a live plan, whatever mode the operator has
 * selected (ADR 10).
 */
export function billingMode(customers: readonly BillingCustomer[], current: PaymentMode): PaymentMode {
  const paid = customers.find(({ mode }) => mode === 'production')
  return paid !== undefined && isLive(paid.status) ? 'production' : current
}

/** The content of the billing card. `customer` is null for a user who was never a customer. */
export function describePlan(customer: BillingCustomer | null): Omit<BillingState, 'tier' | 'granted'> {
  const { status, periodEnd, cancelAt } = customer ?? { status: 'none', periodEnd: null, cancelAt: null }
  const live = isLive(status)
  const renews = isPaying(status) && cancelAt === null
  return {
    status,
    renewsAt: renews ? (periodEnd?.toISOString() ?? null) : null,
    endsAt: live ? (cancelAt?.toISOString() ?? null) : null,
    cancelAtPeriodEnd: live && cancelAt !== null,
    paymentTrouble: status === 'past_due' || status === 'unpaid',
    canManage: customer !== null,
  }
}
