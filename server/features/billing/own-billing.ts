import { pageUrl } from '#contract/page-paths.ts'
import { AppError, requireUser } from '#server/errors.ts'
import type { Payments } from '#server/payment-ports.ts'
import { type Billing, type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { type FindPrice, requirePrice } from './require-price.ts'
import { billingMode, describePlan, isLive, isPaying } from './subscription-rules.ts'
import { type SyncPlan, syncSubscription } from './sync-subscription.ts'

export type ReadBilling = Pick<Billing, 'billing' | 'paymentConfig'>

/** A user, the mode of their billing, and their customer id at the provider. */
async function findBilling({ billing, paymentConfig }: ReadBilling, userId: string) {
  const person = requireUser(await billing.findPerson(userId))
  const mode = billingMode(person.customers, (await paymentConfig.readConfig()).mode)
  return { person, mode, customer: person.customers.find((one) => one.mode === mode) ?? null }
}

/** The user's plan as stored here, which is also shown while the provider is unavailable. */
export async function readBilling(deps: ReadBilling, userId: string) {
  const { person, customer } = await findBilling(deps, userId)
  return { tier: person.tier, granted: person.granted, ...describePlan(customer) }
}

export type ManagePlan = SyncPlan & ReadBilling & Pick<Billing, 'publicUrl'>

const portalReturn = (publicUrl: string) => pageUrl(publicUrl, '/profile?portal=1')

function refuseWithoutCustomer(): never {
  throw new AppError('not_found', 'The person has no billing account', {
    userMessage: 'There is nothing to manage yet: you have not subscribed to Pro.',
  })
}

export async function openPortal(deps: ManagePlan, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const { mode, customer } = await findBilling(deps, caller.userId)
  if (customer === null) refuseWithoutCustomer()
  const payments = requirePayments(deps.payments, mode)
  const url = await translateFailure(payments.openPortal(customer.customerId, portalReturn(deps.publicUrl)))
  if (url !== null) return { url }
  // The provider has deleted the customer and the customer's plan, so the stored state has to be updated.
  await translateFailure(syncSubscription(deps, caller.userId, mode))
  refuseWithoutCustomer()
}

export type CreateSubscription = ManagePlan & FindPrice

type Payer = { userId: string } & Pick<Awaited<ReturnType<typeof findBilling>>, 'mode' | 'person'>

function refuseEntitled(): never {
  throw new AppError('already_pro', 'The person has Pro without a payment', {
    userMessage: 'You already have Pro, and there is nothing to pay.',
  })
}

async function openCustomer(deps: CreateSubscription, payments: Payments, { userId, mode, person }: Payer) {
  const storedId = person.customers.find((customer) => customer.mode === mode)?.customerId ?? null
  const now = await payments.openCustomer({ userId, email: person.email, storedId })
  return now === storedId
    ? now
    : deps.billing.saveCustomer(userId, mode, {
        known: storedId,
        now,
        email: person.email,
      })
}

async function sendToPay(deps: CreateSubscription, payments: Payments, who: Payer) {
  const { userId, mode, person } = who
  if (person.granted && person.customers.length === 0) refuseEntitled()
  const customerId = await openCustomer(deps, payments, who)
  const synced = await syncSubscription(deps, userId, mode)
  if (synced?.subscription && isLive(synced.subscription.status)) {
    const url = await payments.openPortal(customerId, portalReturn(deps.publicUrl))
    if (url !== null) return { checkoutUrl: url, opens: 'portal' as const }
  }
  if (person.granted) refuseEntitled()
  const priceId = await requirePrice(deps, mode)
  const successUrl = `${pageUrl(deps.publicUrl, '/success')}?session_id={CHECKOUT_SESSION_ID}`
  const cancelUrl = pageUrl(deps.publicUrl, '/cancel?canceled=1')
  const checkoutUrl = await payments.startCheckout({ userId, customerId, priceId, successUrl, cancelUrl })
  return { checkoutUrl, opens: 'checkout' as const }
}

/** The URL to pay, or to manage an existing plan. Double clicks and two windows get the same URL. */
export async function createSubscription(deps: CreateSubscription, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const { person, mode } = await findBilling(deps, caller.userId)
  const payments = requirePayments(deps.payments, mode)
  return translateFailure(sendToPay(deps, payments, { userId: caller.userId, mode, person }))
}

/**
 * Throws the same error if the checkout is unknown, belongs to another person or belongs to another mode, so
 * that the error reveals nothing.
 */
function refuseCheckout(): never {
  throw new AppError('not_found', 'There is no such payment', {
    userMessage: 'We could not find this payment in your account.',
  })
}

const waiting = {
  success: false,
  message: 'Your payment is still being processed. Pro starts as soon as it is confirmed.',
}

const failed = {
  success: false,
  message: 'The payment failed, and nothing was charged. You can upgrade to Pro again from your profile.',
}

const ended = { success: false, message: 'This payment was confirmed, but its plan has ended since.' }

/** Applies a payment that the user has just completed, without waiting for the webhook. */
export async function finalizePayment(deps: ManagePlan, caller: BillingCaller, checkoutId: string) {
  await deps.takeAttempt(caller)
  const { userId } = caller
  const { person, mode } = await findBilling(deps, userId)
  if (!checkoutId.startsWith(mode === 'production' ? 'cs_live_' : 'cs_test_')) refuseCheckout()
  const payments = requirePayments(deps.payments, mode)
  const checkout = await translateFailure(payments.findCheckout(checkoutId))
  const isOwn =
    checkout?.userId === userId &&
    checkout.forSubscription &&
    person.customers.some(({ customerId }) => customerId === checkout.customerId)
  if (!isOwn) refuseCheckout()
  if (!checkout.complete) return waiting
  const synced = await translateFailure(syncSubscription(deps, userId, mode))
  const status = synced?.subscription?.status
  if (!checkout.paid) return status === undefined || isLive(status) ? waiting : failed
  if (synced?.tier === 'pro') return { success: true, message: 'Your payment is confirmed and Pro is yours.' }
  return status === undefined || isPaying(status) ? waiting : ended
}
