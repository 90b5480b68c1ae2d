import { useQuery } from '@tanstack/react-query'
import { usageStatsEndpoint } from '#contract/usage.ts'
import { callEndpoint } from '#web/api-client.ts'
import { usageKey } from '#web/current-user-cache.ts'

/** What the signed-in person has used; asks nothing while nobody is signed in. */
export function useUsageStats(signedIn: boolean) {
  return useQuery({
    queryKey: usageKey,
    enabled: signedIn,
    queryFn: () => callEndpoint(usageStatsEndpoint),
  })
}
