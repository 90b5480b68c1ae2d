import { announce } from './announce.ts'
import { requireSession } from './checkout-calls.ts'
import { finishCheckout, type PaymentChoice, rememberCard, settleLatePayment } from './finish-checkout.ts'
import { deleteCustomer, findPaidCharge, openDispute, refundCharge } from './give-back.ts'
import { type CardState, type EventObject, type Ledger, requireSubscription } from './ledger.ts'
import { expireSession } from './pass-time.ts'
import { makePriceObject, type PriceFacts } from './price-object.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  type LastRefusal,
  renewSubscription,
  resumeSubscription,
  retryPayment,
} from './subscription-life.ts'
import { itemOf } from './subscription-object.ts'
import type { ChargeObject, SessionObject, SubscriptionObject } from './wire.ts'

type Outcome = 'paid' | 'declined'
type SubscriptionChange = { status?: string; periodEndS?: number; cancelAtS?: number | null }

type Deps = { afterLast: LastRefusal; save: () => Promise<void> }

/** What happens to one mode's customers from outside, for tests; each resolves when it is written. */
export type ModeControl = ReturnType<typeof makeModeControl>

export function makeModeControl(ledger: Ledger, deps: Deps) {
  return {
    ...makeCheckoutControl(ledger, deps),
    ...makeSubscriptionControl(ledger, deps),
    sessions: (): SessionObject[] => structuredClone(ledger.tables.sessions.all()),
    subscriptions: (): SubscriptionObject[] => structuredClone(ledger.tables.subscriptions.all()),
    events: (): EventObject[] => structuredClone(ledger.tables.events.all()),
  }
}

function makeCheckoutControl(ledger: Ledger, { save }: Deps) {
  return {
    addPrice(facts: PriceFacts): Promise<void> {
      ledger.tables.prices.put(makePriceObject(ledger, facts))
      return save()
    },
    payCheckout(sessionId: string, choice: PaymentChoice = 'card'): Promise<void> {
      finishCheckout(ledger, requireSession(ledger, sessionId), choice)
      return save()
    },
    settleLatePayment(sessionId: string, outcome: Outcome): Promise<void> {
      settleLatePayment(ledger, requireSession(ledger, sessionId), outcome === 'paid')
      return save()
    },
    expireCheckout(sessionId: string): Promise<void> {
      expireSession(ledger, requireSession(ledger, sessionId))
      return save()
    },
    setCard(customerId: string, state: CardState): Promise<void> {
      rememberCard(ledger, customerId, state)
      return save()
    },
    refund(subscriptionId: string, amount?: number): Promise<void> {
      const charge = requirePaidCharge(ledger, subscriptionId)
      refundCharge(ledger, charge, amount === undefined ? {} : { amount })
      return save()
    },
    dispute(subscriptionId: string, reason = 'fraudulent'): Promise<void> {
      openDispute(ledger, requirePaidCharge(ledger, subscriptionId), reason)
      return save()
    },
    deleteCustomer(customerId: string): Promise<void> {
      deleteCustomer(ledger, customerId)
      return save()
    },
  }
}

function makeSubscriptionControl(ledger: Ledger, { afterLast, save }: Deps) {
  const subscriptionOf = (id: string) => requireSubscription(ledger, id)
  const accepts = (outcome: Outcome | undefined) => (outcome === undefined ? undefined : outcome === 'paid')
  return {
    /** Ends the current period; without an outcome the card decides. */
    renew(subscriptionId: string, outcome?: Outcome): Promise<void> {
      renewSubscription(ledger, subscriptionOf(subscriptionId), accepts(outcome))
      return save()
    },
    /** Asks again for an open invoice; the fourth refusal ends the subscription. */
    retryPayment(subscriptionId: string, outcome?: Outcome): Promise<void> {
      const given = accepts(outcome)
      retryPayment(ledger, subscriptionOf(subscriptionId), {
        afterLast,
        ...(given !== undefined && { accepts: given }),
      })
      return save()
    },
    cancelNow(subscriptionId: string): Promise<void> {
      endSubscription(ledger, subscriptionOf(subscriptionId))
      return save()
    },
    cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
      cancelAtPeriodEnd(ledger, subscriptionOf(subscriptionId), 'portal')
      return save()
    },
    resume(subscriptionId: string): Promise<void> {
      resumeSubscription(ledger, subscriptionOf(subscriptionId))
      return save()
    },
    /** Sets what the provider says of a subscription, and tells it by an event. */
    change(subscriptionId: string, change: SubscriptionChange): Promise<void> {
      changeSubscription(ledger, subscriptionOf(subscriptionId), change)
      return save()
    },
  }
}

function changeSubscription(
  ledger: Ledger,
  subscription: SubscriptionObject,
  change: SubscriptionChange,
): void {
  if (change.status === 'canceled') {
    endSubscription(ledger, subscription)
    return
  }
  if (change.status !== undefined) subscription.status = change.status
  if (change.periodEndS !== undefined) itemOf(subscription).current_period_end = change.periodEndS
  if (change.cancelAtS !== undefined) subscription.cancel_at = change.cancelAtS
  announce(ledger, 'customer.subscription.updated', subscription)
}

function requirePaidCharge(ledger: Ledger, subscriptionId: string): ChargeObject {
  const charge = findPaidCharge(ledger, requireSubscription(ledger, subscriptionId).id)
  if (!charge) throw new Error(`The subscription ${subscriptionId} has no payment.`)
  return charge
}
