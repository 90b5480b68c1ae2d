import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { refreshUsage } from '#web/current-user-cache.ts'
import type { Allowance } from '#web/features/search/use-allowance.ts'
import { searchesLeft } from './allowance-messages.ts'
import { useUsageStats } from './use-usage-stats.ts'

/** A signed-in person's searches of the month, as the server counts them. Shown in a badge. */
export function useAccountAllowance(user: CurrentUser | null): Allowance {
  const queryClient = useQueryClient()
  const { data } = useUsageStats(user !== null)
  const refresh = useCallback(() => refreshUsage(queryClient), [queryClient])
  return {
    message: '',
    limitReached: data !== undefined && searchesLeft(data) === 0,
    countSearch: refresh,
    giveBack: refresh,
    exhaust: refresh,
  }
}
