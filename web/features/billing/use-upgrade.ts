import { useQueryClient } from '@tanstack/react-query'
import { createSubscriptionEndpoint } from '#contract/billing.ts'
import { ApiError, callEndpoint, UnexpectedReplyError } from '#web/api-client.ts'
import { refreshPlan } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { billingFailureMessage } from './billing-failure-messages.ts'
import { NoAddressError, useProviderPage } from './use-provider-page.ts'

/** Why the person was not sent to the payment page. */
export function upgradeFailure(error: Error): { title: string; description: string } {
  if (error instanceof NoAddressError || error instanceof UnexpectedReplyError) {
    return { title: 'Error', description: 'Failed to create checkout session' }
  }
  return {
    title: 'Upgrade Error',
    description: billingFailureMessage(error, 'Failed to start checkout process'),
  }
}

/** Sends the person to where Pro is paid for. */
export function useUpgrade() {
  const queryClient = useQueryClient()
  return useProviderPage({
    ask: async () => (await callEndpoint(createSubscriptionEndpoint)).checkoutUrl,
    onError: (error) => {
      showToast({ ...upgradeFailure(error), tone: 'destructive' })
      if (error instanceof ApiError && error.code === 'already_pro') void refreshPlan(queryClient)
    },
  })
}
