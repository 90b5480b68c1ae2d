import { usageStatsEndpoint } from '#contract/usage.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** What the signed-in person has used; asks nothing while nobody is signed in. */
export const useUsageStats = (signedIn: boolean) => useEndpoint(usageStatsEndpoint, { enabled: signedIn })
