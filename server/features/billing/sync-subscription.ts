import type { PaymentMode } from '#contract/billing.ts'
import { requireUser } from '#server/errors.ts'
import type { Payments, ProviderSubscription } from '#server/ports.ts'
import type { Settled } from './billing-store.ts'
import { type Billing, type BillingCaller, requirePayments, translateFailure } from './require-payments.ts'
import { isPaying, pickSubscription } from './subscription-rules.ts'

export type SyncSubscription = Pick<Billing, 'payments' | 'billing' | 'clock'>

/** What the customer has now. Whoever got their money back has nothing, and is not charged again. */
async function readSubscription(
  payments: Payments,
  customerId: string,
): Promise<ProviderSubscription | null> {
  const picked = pickSubscription(await payments.listSubscriptions(customerId))
  if (picked === null || !isPaying(picked.status)) return picked
  const returned = await Promise.all(picked.paymentIds.map((id) => payments.wasMoneyReturned(id)))
  if (!returned.includes(true)) return picked
  await payments.cancelSubscription(picked.id)
  return pickSubscription(await payments.listSubscriptions(customerId))
}

export type Synced = Settled & { subscription: ProviderSubscription | null }

/** Makes a person's plan what the provider says; of calls at once the last one asked stays. Null: no customer here. */
export async function syncSubscription(
  { payments, billing, clock }: SyncSubscription,
  userId: string,
  mode: PaymentMode,
): Promise<Synced | null> {
  const ticket = await billing.takeTicket(userId, mode)
  if (ticket === null) return null
  const subscription = await readSubscription(requirePayments(payments, mode), ticket.customerId)
  return { ...(await billing.applySubscription(ticket, subscription, clock())), subscription }
}

export type SyncPlan = SyncSubscription & Pick<Billing, 'takeAttempt'>

/** Asks the provider for the person's plan; `synced` says whether that changed it. Who never paid costs no call. */
export async function syncPlan(deps: SyncPlan, caller: BillingCaller) {
  await deps.takeAttempt(caller)
  const person = requireUser(await deps.billing.findPerson(caller.userId))
  let { tier } = person
  for (const { mode } of person.customers) {
    if (deps.payments[mode] === null) continue
    const synced = await translateFailure(syncSubscription(deps, caller.userId, mode))
    if (synced !== null) tier = synced.tier
  }
  return { synced: tier !== person.tier, tier }
}
