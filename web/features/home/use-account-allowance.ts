import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { type UsageStats, usageStatsEndpoint } from '#contract/usage.ts'
import { refreshUsage } from '#web/current-user-cache.ts'
import type { Allowance } from '#web/features/search/use-allowance.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** A user's searches this month, as counted by the server. Shown in a badge. */
export function useAccountAllowance(user: CurrentUser | null): Allowance {
  const queryClient = useQueryClient()
  const { data } = useUsageStats(user !== null)
  const refresh = () => refreshUsage(queryClient)
  return {
    message: '',
    limitReached: data !== undefined && searchesLeft(data) === 0,
    countSearch: refresh,
    giveBack: refresh,
    exhaust: refresh,
  }
}

export const useUsageStats = (signedIn: boolean) => useEndpoint(usageStatsEndpoint, { enabled: signedIn })

/** Remaining searches this month; null if there is no limit. */
export function searchesLeft(
  usage: Pick<UsageStats, 'subscriptionTier' | 'searchesThisMonth'>,
): number | null {
  if (usage.subscriptionTier === 'pro' || readSiteFacts().searchLimit === 'off') return null
  return Math.max(0, limits.freeSearchesPerMonth - usage.searchesThisMonth)
}

export function remainingMessage(left: number | null): string {
  if (left === null) return 'Unlimited searches'
  if (left === 0) return 'Monthly limit reached'
  return `${left} of ${limits.freeSearchesPerMonth} free searches remaining this month`
}
