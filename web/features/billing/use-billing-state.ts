import { useQuery } from '@tanstack/react-query'
import { billingStateEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { billingKey } from '#web/current-user-cache.ts'

/** What the signed-in person pays, as it is stored here; fetched again on every visit, because plans change elsewhere. */
export function useBillingState() {
  return useQuery({
    queryKey: billingKey,
    refetchOnMount: 'always',
    queryFn: () => callEndpoint(billingStateEndpoint),
  })
}
