import { billingStateEndpoint } from '#contract/billing.ts'
import { billingKey } from '#web/current-user-cache.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** What the signed-in person pays, as it is stored here; fetched again on every visit, because plans change elsewhere. */
export const useBillingState = () =>
  useEndpoint(billingStateEndpoint, { queryKey: billingKey, refetchOnMount: 'always' })
