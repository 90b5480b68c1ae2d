import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'

/** Searches that are left this month; null where there is no limit. */
export function searchesLeft(
  usage: Pick<UsageStats, 'subscriptionTier' | 'searchesThisMonth'>,
): number | null {
  if (usage.subscriptionTier === 'pro') return null
  return Math.max(0, limits.freeSearchesPerMonth - usage.searchesThisMonth)
}

export function remainingMessage(left: number | null): string {
  if (left === null) return 'Unlimited searches'
  if (left === 0) return 'Monthly limit reached'
  return `${left} of ${limits.freeSearchesPerMonth} free searches remaining this month`
}
