import { type SubscriptionTier, subscriptionTier } from '#contract/accounts.ts'

const storageKey = 'unmet.plan-before-portal'

/** Remembers, until this tab closes, which plan a person had on the way to the provider's portal. */
export function savePlan(tier: SubscriptionTier): void {
  try {
    sessionStorage.setItem(storageKey, tier)
  } catch {
    // Storage is blocked: a change that came before the person is back is not announced.
  }
}

/** Returns it once; null where nothing was stored. */
export function takePlan(): SubscriptionTier | null {
  try {
    const saved = subscriptionTier.safeParse(sessionStorage.getItem(storageKey))
    sessionStorage.removeItem(storageKey)
    return saved.success ? saved.data : null
  } catch {
    return null
  }
}
