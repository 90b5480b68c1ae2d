import type { SubscriptionStatus } from '#contract/billing.ts'

/** A customer's subscription in its current state at the provider. */
export type ProviderSubscription = {
  id: string
  /** The provider's status, except that a subscription whose first payment is pending is `incomplete`. */
  status: Exclude<SubscriptionStatus, 'none'>
  priceId: string | null
  /** The end of the paid period. */
  periodEndsAt: Date
  /** When it ends because it was cancelled; null while it renews. */
  cancelAt: Date | null
  startedAt: Date
  /** The payment of the latest period; empty if nothing was due. */
  paymentIds: readonly string[]
}

/** A price at the provider. `cents` is null if the amount is not fixed. */
export type ProviderPrice = {
  active: boolean
  recurring: boolean
  interval: string
  currency: string
  cents: number | null
  /** False in the provider's test mode. */
  live: boolean
  /** Why the charged amount may differ from `cents`, for the operator; null: it does not. */
  oddity: string | null
}

/** The current state of a checkout session. */
export type CheckoutSession = {
  userId: string | null
  customerId: string | null
  forSubscription: boolean
  /** The person has completed it. `paid` says whether the payment was received, or none is due. */
  complete: boolean
  paid: boolean
}

export type CheckoutRequest = {
  userId: string
  customerId: string
  priceId: string
  /** The provider replaces `{CHECKOUT_SESSION_ID}` by the session's id. */
  successUrl: string
  cancelUrl: string
}

/** A signed event. An event only says which plan to fetch again. */
export type PaymentEvent = {
  id: string
  type: string
  /** False in the provider's test mode. */
  live: boolean
  /** Null for types that change no plan, whose contents are not read. */
  about: PaymentEventSubject | null
}

type PaymentEventSubject = {
  /** Null if the event names no customer; then `chargeId` may lead to one. */
  customerId: string | null
  chargeId: string | null
}

/** A failure of the payment provider. Messages contain no key and no personal data. */
export abstract class PaymentsError extends Error {}
/** A timeout, no connection, a rate limit or an error on their side: a retry may succeed. */
export class PaymentsUnreachable extends PaymentsError {}
/** The provider refused the call because of a wrong key or an invalid request. */
export class PaymentsRefused extends PaymentsError {}
/** Their response cannot be parsed. */
export class MalformedPaymentsReply extends PaymentsError {}
/** A webhook's signature is missing, wrong or too old, or its body is no event. */
export class EventRefused extends PaymentsError {}

/** One mode of the payment provider. Calls throw only `PaymentsError`, have a timeout, and are idempotent. */
export type Payments = {
  /** The stored customer if it still exists at the provider, else a new one. Concurrent calls get the same one. */
  openCustomer(person: { userId: string; email: string; storedId: string | null }): Promise<string>
  /** Ends the customer's subscriptions at once, and all open payments with them. */
  deleteCustomer(customerId: string): Promise<void>
  /** All subscriptions of a customer, including ended ones. Empty if the customer no longer exists. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>
  /** Ends the subscription at once. Idempotent. */
  cancelSubscription(subscriptionId: string): Promise<void>
  /** Whether a payment was refunded in full, or is disputed. */
  wasMoneyReturned(paymentId: string): Promise<boolean>
  /**
   * The URL of a checkout page: the open page of the same request, or else a new one. Other open pages are
   * closed.
   */
  startCheckout(request: CheckoutRequest): Promise<string>
  /** Null if it does not exist in this mode. */
  findCheckout(sessionId: string): Promise<CheckoutSession | null>
  /** The URL of the customer portal; null if the customer no longer exists. */
  openPortal(customerId: string, returnUrl: string): Promise<string | null>
  findPrice(priceId: string): Promise<ProviderPrice | null>
  findChargeCustomer(chargeId: string): Promise<string | null>
  /** Verifies the signature over the raw bytes, at most 300 s old. Throws `EventRefused`. */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent
}
