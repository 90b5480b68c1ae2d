import { AppError } from '#server/errors.ts'
import type { BillingStore } from './billing-store.ts'
import type { PaymentConfigStore } from './payment-config-store.ts'
import {
  type BillingCaller,
  requirePayments,
  requirePerson,
  type TakeBillingAttempt,
  telling,
} from './require-payments.ts'
import { billingMode } from './subscription-rules.ts'
import { type SyncSubscription, syncSubscription } from './sync-subscription.ts'

export type OpenPortal = SyncSubscription & {
  billing: Pick<BillingStore, 'findPerson'>
  paymentConfig: Pick<PaymentConfigStore, 'readConfig'>
  takeAttempt: TakeBillingAttempt
  publicUrl: string
}

function refuse(): never {
  throw new AppError('not_found', 'The person has no billing account', {
    userMessage: 'There is nothing to manage yet: you have not subscribed to Pro.',
  })
}

export async function openPortal(deps: OpenPortal, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const person = requirePerson(await deps.billing.findPerson(caller.userId))
  const mode = billingMode(person.customers, (await deps.paymentConfig.readConfig()).mode)
  const customer = person.customers.find((one) => one.mode === mode)
  if (customer === undefined) refuse()
  const payments = requirePayments(deps.payments, mode)
  const returnUrl = new URL('/profile?portal=1', deps.publicUrl).href
  const url = await telling(payments.openPortal(customer.customerId, returnUrl))
  if (url !== null) return { url }
  // The provider has deleted the customer, and with it the plan: what is kept here has to learn that.
  await telling(syncSubscription(deps, caller.userId, mode))
  refuse()
}
