import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { syncSubscriptionEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { billingKey, refreshPlan } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { takePlan } from './portal-button.tsx'

const delayMs = 1000

/**
 * Asks the payment provider for the plan: at once when the person comes from its portal (`portal=1`, which then
 * leaves the address), else a second after the page. True while somebody who came from there waits.
 */
export function usePlanSync({ hasBillingAccount }: Pick<CurrentUser, 'hasBillingAccount'>): boolean {
  // A webhook may have changed the plan before the person was back.
  const [before] = useState(takePlan)

  const [params, setParams] = useSearchParams()
  const [fromPortal] = useState(params.get('portal') === '1')
  const queryClient = useQueryClient()
  const { mutate, isSuccess, isError } = useMutation({
    mutationFn: () => callEndpoint(syncSubscriptionEndpoint),
    onSuccess: async ({ synced, tier }) => {
      // A plan that was only canceled is the same plan with another date.
      const changed = synced || (before !== null && before !== tier)
      if (!changed) return queryClient.invalidateQueries({ queryKey: billingKey })
      await refreshPlan(queryClient)
      showToast({
        title: 'Account Synchronized',
        description: `Your subscription status has been updated to ${tier.toUpperCase()}.`,
      })
    },
    onError: (error) => console.error('Subscription sync failed:', error),
  })
  const done = isSuccess || isError
  useEffect(() => {
    if (!fromPortal && !hasBillingAccount) return
    const timer = setTimeout(() => mutate(), fromPortal ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [fromPortal, hasBillingAccount, mutate])
  useEffect(() => {
    if (!done || !params.has('portal')) return
    const left = new URLSearchParams(params)
    left.delete('portal')
    setParams(left, { replace: true })
  }, [done, params, setParams])
  return fromPortal && !done
}
