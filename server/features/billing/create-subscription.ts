import type { PaymentMode } from '#contract/billing.ts'
import { AppError } from '#server/errors.ts'
import type { Payments } from '#server/ports.ts'
import type { BillingPerson } from './billing-store.ts'
import { type OpenPortal, portalReturn } from './open-portal.ts'
import { findBilling } from './read-billing.ts'
import { type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { type FindPrice, requirePrice } from './require-price.ts'
import { isLive } from './subscription-rules.ts'
import { syncSubscription } from './sync-subscription.ts'

export type CreateSubscription = OpenPortal & FindPrice

type Payer = { userId: string; mode: PaymentMode; person: BillingPerson }

type Destination = { checkoutUrl: string; opens: 'checkout' | 'portal' }

async function openCustomer(deps: CreateSubscription, payments: Payments, { userId, mode, person }: Payer) {
  const storedId = person.customers.find((customer) => customer.mode === mode)?.customerId ?? null
  const now = await payments.openCustomer({ userId, email: person.email, storedId })
  return now === storedId ? now : deps.billing.saveCustomer(userId, mode, { known: storedId, now })
}

function refuseEntitled(): never {
  throw new AppError('already_pro', 'The person has Pro without a payment', {
    userMessage: 'You already have Pro, and there is nothing to pay.',
  })
}

/** Where to pay, or to manage a plan that is there. Clicking twice, or in two windows, leads to one page. */
export async function createSubscription(
  deps: CreateSubscription,
  caller: BillingCaller,
): Promise<Destination> {
  await deps.takeAttempt(caller)
  const { person, mode } = await findBilling(deps, caller.userId)
  const payments = requirePayments(deps.payments, mode)
  return translateFailure(sendToPay(deps, payments, { userId: caller.userId, mode, person }))
}

async function sendToPay(deps: CreateSubscription, payments: Payments, who: Payer): Promise<Destination> {
  const { userId, mode, person } = who
  if (person.granted && person.customers.length === 0) refuseEntitled()
  const customerId = await openCustomer(deps, payments, who)
  const synced = await syncSubscription(deps, userId, mode)
  if (synced?.subscription && isLive(synced.subscription.status)) {
    const url = await payments.openPortal(customerId, portalReturn(deps.publicUrl))
    if (url !== null) return { checkoutUrl: url, opens: 'portal' }
  }
  if (person.granted) refuseEntitled()
  const priceId = await requirePrice(deps, mode)
  const successUrl = `${new URL('/success', deps.publicUrl).href}?session_id={CHECKOUT_SESSION_ID}`
  const cancelUrl = new URL('/cancel?canceled=1', deps.publicUrl).href
  const checkoutUrl = await payments.startCheckout({ userId, customerId, priceId, successUrl, cancelUrl })
  return { checkoutUrl, opens: 'checkout' }
}
