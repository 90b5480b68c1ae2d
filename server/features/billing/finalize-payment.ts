import { AppError } from '#server/errors.ts'
import type { CheckoutSession } from '#server/ports.ts'
import type { BillingPerson } from './billing-store.ts'
import { findBilling, type ReadBilling } from './read-billing.ts'
import { type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { isPaying } from './subscription-rules.ts'
import { type SyncPlan, syncSubscription } from './sync-subscription.ts'

export type FinalizePayment = SyncPlan & ReadBilling

/** The same for a session of somebody else, of the other mode and of nobody: it reveals nothing. */
function refuse(): never {
  throw new AppError('not_found', 'There is no such payment', {
    userMessage: 'We could not find this payment in your account.',
  })
}

function isOwn(session: CheckoutSession, userId: string, person: BillingPerson): boolean {
  const own = person.customers.some(({ customerId }) => customerId === session.customerId)
  return own && session.userId === userId && session.forSubscription
}

const waiting = {
  success: false,
  message: 'Your payment is still being processed. Pro starts as soon as it is confirmed.',
}

/** Makes a payment that the person has just finished count at once, without waiting for the provider's call. */
export async function finalizePayment(
  deps: FinalizePayment,
  caller: BillingCaller,
  sessionId: string,
): Promise<{ success: boolean; message: string }> {
  await deps.takeAttempt(caller)
  const { userId } = caller
  const { person, mode } = await findBilling(deps, userId)
  if (!sessionId.startsWith(mode === 'production' ? 'cs_live_' : 'cs_test_')) refuse()
  const payments = requirePayments(deps.payments, mode)
  const session = await translateFailure(payments.findCheckout(sessionId))
  if (session === null || !isOwn(session, userId, person)) refuse()
  if (!session.complete || !session.paid) return waiting
  const synced = await translateFailure(syncSubscription(deps, userId, mode))
  const isPro = synced?.tier === 'pro'
  if (isPro) return { success: true, message: 'Your payment is confirmed and Pro is yours.' }
  const ended = synced?.subscription && !isPaying(synced.subscription.status)
  return ended
    ? { success: false, message: 'This payment was confirmed, but its plan has ended since.' }
    : waiting
}
