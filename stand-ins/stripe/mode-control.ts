import { expireSession } from './advance-time.ts'
import { requireSession } from './checkout-calls.ts'
import { completeCheckout, type PaymentChoice, saveCard, settleLatePayment } from './complete-checkout.ts'
import { type CardState, type EventObject, type Ledger, requireSubscription } from './ledger.ts'
import { makePriceObject, type PriceFacts } from './price-object.ts'
import { deleteCustomer, findPaidCharge, openDispute, refundCharge } from './refund-charge.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  renewSubscription,
  resumeSubscription,
  retryPayment,
} from './subscription-lifecycle.ts'
import type { ChargeObject, SessionObject, SubscriptionObject } from './wire.ts'

type Outcome = 'paid' | 'declined'

/** What happens to one mode's customers from outside, for tests; each resolves when it is written. */
export function makeModeControl(ledger: Ledger, save: () => Promise<void>) {
  const sessionOf = (id: string) => requireSession(ledger, id)
  const subscriptionOf = (id: string) => requireSubscription(ledger, id)
  const accepts = (outcome: Outcome | undefined) => (outcome === undefined ? undefined : outcome === 'paid')
  const saved =
    <Given extends unknown[]>(act: (...given: Given) => unknown) =>
    (...given: Given): Promise<void> => {
      act(...given)
      return save()
    }
  return {
    sessions: (): SessionObject[] => structuredClone(ledger.tables.sessions.all()),
    subscriptions: (): SubscriptionObject[] => structuredClone(ledger.tables.subscriptions.all()),
    events: (): EventObject[] => structuredClone(ledger.tables.events.all()),
    addPrice: saved((facts: PriceFacts) => ledger.tables.prices.put(makePriceObject(ledger, facts))),
    payCheckout: saved((id: string, choice: PaymentChoice = 'card') =>
      completeCheckout(ledger, sessionOf(id), choice),
    ),
    settleLatePayment: saved((id: string, outcome: Outcome) =>
      settleLatePayment(ledger, sessionOf(id), outcome === 'paid'),
    ),
    expireCheckout: saved((id: string) => expireSession(ledger, sessionOf(id))),
    setCard: saved((customerId: string, state: CardState) => saveCard(ledger, customerId, state)),
    refund: saved((id: string, amount?: number) =>
      refundCharge(ledger, requirePaidCharge(ledger, id), amount),
    ),
    dispute: saved((id: string) => openDispute(ledger, requirePaidCharge(ledger, id))),
    deleteCustomer: saved((customerId: string) => deleteCustomer(ledger, customerId)),
    /** Ends the current period; without an outcome the card decides. */
    renew: saved((id: string, outcome?: Outcome) =>
      renewSubscription(ledger, subscriptionOf(id), accepts(outcome)),
    ),
    /** Asks again for an open invoice; the fourth refusal ends the subscription. */
    retryPayment: saved((id: string, outcome?: Outcome) =>
      retryPayment(ledger, subscriptionOf(id), accepts(outcome)),
    ),
    cancelNow: saved((id: string) => endSubscription(ledger, subscriptionOf(id))),
    cancelAtPeriodEnd: saved((id: string) => cancelAtPeriodEnd(ledger, subscriptionOf(id))),
    resume: saved((id: string) => resumeSubscription(ledger, subscriptionOf(id))),
  }
}

function requirePaidCharge(ledger: Ledger, subscriptionId: string): ChargeObject {
  const charge = findPaidCharge(ledger, requireSubscription(ledger, subscriptionId).id)
  if (!charge) throw new Error(`The subscription ${subscriptionId} has no payment.`)
  return charge
}
