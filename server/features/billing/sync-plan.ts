import type { SubscriptionTier } from '#contract/accounts.ts'
import type { BillingStore } from './billing-store.ts'
import { requirePerson, telling } from './require-payments.ts'
import { type SyncSubscription, syncSubscription } from './sync-subscription.ts'
import type { TakeBillingAttempt } from './take-billing-attempt.ts'

export type SyncPlan = SyncSubscription & {
  billing: Pick<BillingStore, 'findPerson'>
  takeAttempt: TakeBillingAttempt
}

/** Asks the provider for the person's plan; `synced` tells whether that changed it. Who never paid costs no call. */
export async function syncPlan(
  deps: SyncPlan,
  caller: { userId: string; address: string },
): Promise<{ synced: boolean; tier: SubscriptionTier }> {
  await deps.takeAttempt(caller)
  const person = requirePerson(await deps.billing.findPerson(caller.userId))
  let { tier } = person
  for (const { mode } of person.customers) {
    if (deps.payments[mode] === null) continue
    const synced = await telling(syncSubscription(deps, caller.userId, mode))
    if (synced !== null) tier = synced.tier
  }
  return { synced: tier !== person.tier, tier }
}
