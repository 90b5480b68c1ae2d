import type { SubscriptionStatus } from '#contract/billing.ts'

/** A customer's subscription as the provider has it now. */
export type ProviderSubscription = {
  id: string
  /** In the provider's words, save that one whose first payment is still under way is `incomplete`. */
  status: Exclude<SubscriptionStatus, 'none'>
  priceId: string | null
  /** Until when the person has paid. */
  periodEndsAt: Date
  /** When it ends because somebody cancelled it; null while it renews. */
  cancelAt: Date | null
  startedAt: Date
  /** What the latest period was paid with; empty when nothing was due. */
  paymentIds: readonly string[]
}

/** A price as the provider has it; `cents` is null when it is no fixed amount. */
export type ProviderPrice = {
  active: boolean
  recurring: boolean
  interval: string
  currency: string
  cents: number | null
  /** Of live money; false in the provider's test mode. */
  live: boolean
  /** Why the sum that is charged may differ from `cents`, in words for the operator; null: it does not. */
  oddity: string | null
}

/** A payment page as it stands now. */
export type CheckoutSession = {
  userId: string | null
  customerId: string | null
  forSubscription: boolean
  /** The person has finished; `paid` is whether the money is there, or none is due. */
  complete: boolean
  paid: boolean
}

export type CheckoutRequest = {
  userId: string
  customerId: string
  priceId: string
  /** The provider puts the session's id in place of `{CHECKOUT_SESSION_ID}`. */
  successUrl: string
  cancelUrl: string
}

/** What a signed event is about. Only whose plan to ask for again is taken from it. */
export type PaymentEvent = {
  id: string
  type: string
  /** Live money; false in the provider's test mode. */
  live: boolean
  /** Null for types that change no plan, whose contents are not read. */
  about: PaymentEventSubject | null
}

type PaymentEventSubject = {
  /** Null when the event names no customer; then `chargeId` may lead to one. */
  customerId: string | null
  chargeId: string | null
}

/** Why the payment provider did not do it. Messages hold no key and nothing of the person. */
export abstract class PaymentsError extends Error {}
/** No answer in time, no connection, too many calls or a failure on their side: a later try may succeed. */
export class PaymentsUnreachable extends PaymentsError {}
/** They said no: a wrong key, or a call that they do not take. */
export class PaymentsRefused extends PaymentsError {}
/** They answered what cannot be read. */
export class MalformedPaymentsReply extends PaymentsError {}
/** A webhook's signature is missing, wrong or too old, or its body is no event. */
export class EventRefused extends PaymentsError {}

/** One mode of the payment provider. Calls throw nothing but `PaymentsError`, end in time, and have one effect if repeated. */
export type Payments = {
  /** The stored customer while the provider still has it, else a new one. Two at once get the same. */
  openCustomer(person: { userId: string; email: string; storedId: string | null }): Promise<string>
  /** Ends the customer's subscriptions at once, and with the customer whatever could still be paid. */
  deleteCustomer(customerId: string): Promise<void>
  /** All of them, ended ones too; none for a customer that the provider no longer has. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[]>
  /** Ends it at once. One that has ended already stays so. */
  cancelSubscription(subscriptionId: string): Promise<void>
  /** Whether a payment was refunded in full, or is disputed by the person's bank. */
  wasMoneyReturned(paymentId: string): Promise<boolean>
  /** The address of a payment page: an open one of the same request, else a new one. Others that are open are closed. */
  startCheckout(request: CheckoutRequest): Promise<string>
  /** Null when there is none of that id in this mode. */
  findCheckout(sessionId: string): Promise<CheckoutSession | null>
  /** The address of a page to manage the plan on; null when the provider no longer has the customer. */
  openPortal(customerId: string, returnUrl: string): Promise<string | null>
  findPrice(priceId: string): Promise<ProviderPrice | null>
  findChargeCustomer(chargeId: string): Promise<string | null>
  /** Checks the signature over the bytes as they came, at most 300 s old. Throws `EventRefused`. */
  readEvent(body: Uint8Array, signature: string, now: Date): PaymentEvent
}
