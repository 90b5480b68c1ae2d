import { limits } from '#contract/limits.ts'
import { findPaidCharge, openDispute, refundCharge, saveCard } from '#stand-ins/stripe/charge-invoice.ts'
import { requireSession } from '#stand-ins/stripe/checkout-calls.ts'
import {
  completeCheckout,
  expireSession,
  type PaymentChoice,
  settleLatePayment,
} from '#stand-ins/stripe/checkout-lifecycle.ts'
import { deleteCustomer } from '#stand-ins/stripe/customer-calls.ts'
import {
  type CardState,
  type EventObject,
  type Ledger,
  requireSubscription,
} from '#stand-ins/stripe/ledger.ts'
import { makeProPrice, type StandInOptions, startStandIn } from '#stand-ins/stripe/start-stand-in.ts'
import {
  cancelAtPeriodEnd,
  endSubscription,
  renewSubscription,
  resumeSubscription,
  retryPayment,
} from '#stand-ins/stripe/subscription-lifecycle.ts'
import type * as wire from '#stand-ins/stripe/wire.ts'
import { ApiFaults } from './api-faults.ts'
import { HeldDeliveries } from './held-deliveries.ts'

type Outcome = 'paid' | 'declined'

export type ControlledStandIn = Awaited<ReturnType<typeof startControlledStandIn>>

type ControlledOptions = Omit<StandInOptions, 'priceCents'> & Partial<Pick<StandInOptions, 'priceCents'>>

/** A stand-in with controls for tests, none of which are reachable over HTTP. */
export async function startControlledStandIn(options: ControlledOptions) {
  const api = new ApiFaults()
  const opened: HeldDeliveries[] = []
  const standIn = await startStandIn({
    priceCents: limits.proPriceCents,
    meet: (request) => api.meet(request),
    openDeliveries: (deps) => {
      const deliveries = new HeldDeliveries(deps)
      opened.push(deliveries)
      return deliveries
    },
    ...options,
  })
  const [webhooks] = opened
  if (webhooks === undefined) throw new Error('The stand-in has opened no deliveries')
  const { ledgers, save } = standIn
  return {
    ...standIn,
    control: {
      webhooks,
      api,
      production: makeModeControl(ledgers.production, save),
      sandbox: makeModeControl(ledgers.sandbox, save),
    },
    async close(): Promise<void> {
      api.close()
      await standIn.close()
    },
  }
}

/** Simulates external events for customers of one mode; each call resolves when its event is stored. */
function makeModeControl(ledger: Ledger, save: () => Promise<void>) {
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
    customers: (): wire.Customer[] => structuredClone(ledger.tables.customers.all()),
    sessions: (): wire.Session[] => structuredClone(ledger.tables.sessions.all()),
    subscriptions: (): wire.Subscription[] => structuredClone(ledger.tables.subscriptions.all()),
    events: (): EventObject[] => structuredClone(ledger.tables.events.all()),
    addPrice: saved((facts: PriceFacts) => ledger.tables.prices.put(makePrice(ledger, facts))),
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
    /** Ends the current period. If no outcome is given, the card decides whether the payment succeeds. */
    renew: saved((id: string, outcome?: Outcome) =>
      renewSubscription(ledger, subscriptionOf(id), accepts(outcome)),
    ),
    /** Retries an open invoice; the fourth refusal ends the subscription. */
    retryPayment: saved((id: string, outcome?: Outcome) =>
      retryPayment(ledger, subscriptionOf(id), accepts(outcome)),
    ),
    cancelNow: saved((id: string) => endSubscription(ledger, subscriptionOf(id))),
    cancelAtPeriodEnd: saved((id: string) => cancelAtPeriodEnd(ledger, subscriptionOf(id))),
    resume: saved((id: string) => resumeSubscription(ledger, subscriptionOf(id))),
  }
}

function requirePaidCharge(ledger: Ledger, subscriptionId: string): wire.Charge {
  const charge = findPaidCharge(ledger, requireSubscription(ledger, subscriptionId).id)
  if (!charge) throw new Error(`The subscription ${subscriptionId} has no payment.`)
  return charge
}

/** The fields of a price that a test chooses. The other fields are those of Pro's price. */
type PriceFacts = {
  id: string
  unitAmountCents: number
  currency?: string
  interval?: 'day' | 'week' | 'month' | 'year' | null
  active?: boolean
  nickname?: string
  usageType?: 'licensed' | 'metered'
  billingScheme?: 'per_unit' | 'tiered'
  transformQuantity?: { divide_by: number; round: 'down' | 'up' }
  taxBehavior?: 'exclusive' | 'inclusive' | 'unspecified'
  /** The amount in cents, which may have decimals; by default `unitAmountCents`. */
  unitAmountDecimal?: string
}

/** Recurs monthly unless the interval is null. */
function makePrice(ledger: Ledger, facts: PriceFacts): wire.Price {
  const pro = makeProPrice(ledger, limits.proPriceCents)
  const { interval = 'month', usageType = 'licensed' } = facts
  return {
    ...pro,
    id: facts.id,
    active: facts.active ?? true,
    billing_scheme: facts.billingScheme ?? 'per_unit',
    currency: facts.currency ?? 'usd',
    nickname: facts.nickname ?? null,
    recurring: pro.recurring && interval && { ...pro.recurring, interval, usage_type: usageType },
    tax_behavior: facts.taxBehavior ?? 'unspecified',
    transform_quantity: facts.transformQuantity ?? null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: facts.unitAmountCents,
    unit_amount_decimal: facts.unitAmountDecimal ?? String(facts.unitAmountCents),
  }
}
