import type { SubscriptionStatus } from '#contract/billing.ts'

/** A customer's subscription in its current state at the provider. */
export type ProviderSubscription = {
  id: string
  /** The provider's status. A subscription whose first payment is pending is always `incomplete`. */
  status: Exclude<SubscriptionStatus, 'none'>
  priceId: string | null
  /** The end of the paid period. */
  periodEndsAt: Date
  /** The end of a cancelled subscription; null while the subscription renews. */
  cancelAt: Date | null
  startedAt: Date
  /** The payments of the latest period; empty if nothing was due. */
  paymentIds: readonly string[]
}

/** A price at the provider. `cents` is null if the price has no fixed amount. */
export type ProviderPrice = {
  active: boolean
  recurring: boolean
  interval: string
  currency: string
  cents: number | null
  /** False in the provider's test mode. */
  live: boolean
  /** An explanation for the operator if the charged amount may differ from `cents`, else null. */
  oddity: string | null
}

/** The current state of a checkout session. */
export type CheckoutSession = {
  userId: string | null
  customerId: string | null
  forSubscription: boolean
  /** Whether the person has completed the session. `paid`: the payment was received, or none is due. */
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

/** A signed event. An event only names the customer or charge whose plan has to be fetched again. */
export type PaymentEvent = {
  id: string
  type: string
  /** False in the provider's test mode. */
  live: boolean
  /** Null if events of this type change no plan. The contents of such events are not read. */
  about: PaymentEventSubject | null
}

type PaymentEventSubject = {
  /** Null if the event names no customer; `chargeId` may then lead to one. */
  customerId: string | null
  chargeId: string | null
}

/** A failure of the payment provider. Messages contain no key and no personal data. */
export abstract class PaymentsError extends Error {}
/** A timeout, a failed connection, a rate limit or an error of the provider: a retry may succeed. */
export class PaymentsUnreachable extends PaymentsError {}
/** The provider refused the call because of a wrong key or an invalid request. */
export class PaymentsRefused extends PaymentsError {}
/** The provider's response cannot be parsed. */
export class MalformedPaymentsReply extends PaymentsError {}
/** The signature of a webhook is missing, wrong or too old, or its body is not an event. */
export class EventRefused extends PaymentsError {}

/** One mode of the payment provider. Calls throw only `PaymentsError`, have a timeout and are idempotent. */
export type Payments = {
  /**
   * The stored customer if it still exists at the provider, else a new one. Concurrent calls return the same
   * customer.
   */
  openCustomer(person: { userId: string; email: string; storedId: string | null }): Promise<string>
  /** Sets the address for receipts. Does nothing if the customer no longer exists. */
  changeEmail(customerId: string, email: string): Promise<void>
  /** Ends the customer's subscriptions at once, and with them all open payments. */
  deleteCustomer(customerId: string): Promise<void>
  /**
   * All subscriptions of a customer, including ended ones. The list is empty if the customer no longer
   * exists.
   */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>
  /** Ends the subscription at once. Idempotent. */
  cancelSubscription(subscriptionId: string): Promise<void>
  /** Whether a payment was refunded in full, or is disputed. */
  wasMoneyReturned(paymentId: string): Promise<boolean>
  /**
   * The URL of a checkout page: the open page of the same request, or a new one. All other open checkout
   * pages are closed.
   */
  startCheckout(request: CheckoutRequest): Promise<string>
  /** Null if the session does not exist in this mode. */
  findCheckout(sessionId: string): Promise<CheckoutSession | null>
  /** The URL of the customer portal; null if the customer no longer exists. */
  openPortal(customerId: string, returnUrl: string): Promise<string | null>
  findPrice(priceId: string): Promise<ProviderPrice | null>
  findChargeCustomer(chargeId: string): Promise<string | null>
  /** Verifies the signature over the raw bytes. It may be at most 300 s old. Throws `EventRefused`. */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent
}
