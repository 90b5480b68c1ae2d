import { AppError } from '#server/errors.ts'
import { findBilling, type ReadBilling } from './read-billing.ts'
import { type Billing, type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { type SyncPlan, syncSubscription } from './sync-subscription.ts'

export type OpenPortal = SyncPlan & ReadBilling & Pick<Billing, 'publicUrl'>

export const portalReturn = (publicUrl: string) => new URL('/profile?portal=1', publicUrl).href

function refuse(): never {
  throw new AppError('not_found', 'The person has no billing account', {
    userMessage: 'There is nothing to manage yet: you have not subscribed to Pro.',
  })
}

export async function openPortal(deps: OpenPortal, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const { mode, customer } = await findBilling(deps, caller.userId)
  if (customer === null) refuse()
  const payments = requirePayments(deps.payments, mode)
  const url = await translateFailure(payments.openPortal(customer.customerId, portalReturn(deps.publicUrl)))
  if (url !== null) return { url }
  // The provider has deleted the customer, and with it the plan: what is stored here has to follow.
  await translateFailure(syncSubscription(deps, caller.userId, mode))
  refuse()
}
