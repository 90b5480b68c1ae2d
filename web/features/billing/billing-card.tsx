import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { type BillingState, syncSubscriptionEndpoint } from '#contract/billing.ts'
import { callEndpoint } from '#web/api-client.ts'
import { billingKey, refreshPlan } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { MainLink } from '#web/features/site/button-link.tsx'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { offersUpgrade, planLabels } from './plan-labels.ts'
import { PortalButton, takePlan, useBillingState } from './portal-button.tsx'
import { ProOffer, StandInNote } from './pro-offer.tsx'

export function BillingCard({ user }: { user: CurrentUser }) {
  const syncing = usePlanSync(user)
  const billing = useBillingState()
  return (
    <SettingsSection id="billing" title="Billing Management" description="Your plan and your payments.">
      <div className="mb-4 has-[[data-billing=stand-in]]:block hidden">
        <StandInNote />
      </div>
      {billing.data ? <Plan state={billing.data} /> : null}
      {!billing.data && billing.isError ? (
        <UnknownPlan user={user} error={billing.error} onRetry={() => void billing.refetch()} />
      ) : null}
      {billing.isPending ? (
        <div className="flex flex-col gap-2">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-5 w-72 max-w-full" />
        </div>
      ) : null}
      <p role="status" className="mt-4 text-sm text-ink-soft empty:hidden">
        {syncing ? 'Checking your plan with the payment provider...' : null}
      </p>
    </SettingsSection>
  )
}

function Plan({ state }: { state: BillingState }) {
  const { headline, details, warning } = planLabels(state)
  return (
    <div className="flex flex-col gap-5">
      {warning === null ? null : (
        <Callout tone="danger" icon={<CreditCard />}>
          <p className="font-medium">{warning}</p>
        </Callout>
      )}
      <SettingsRow
        title={headline}
        actions={
          <>
            {state.canManage ? <PortalButton urgent={warning !== null} /> : null}
            {offersUpgrade(state) ? <UpgradeLink /> : null}
          </>
        }
      >
        {details}
      </SettingsRow>
    </div>
  )
}

/** If the plan cannot be loaded, the known tier still decides which link is shown. */
function UnknownPlan({ user, error, onRetry }: { user: CurrentUser; error: Error; onRetry: () => void }) {
  const pro = user.subscriptionTier === 'pro'
  return (
    <SettingsRow
      title={pro ? 'Pro' : 'Free'}
      actions={
        <>
          <RetryButton size="medium" error={error} onRetry={onRetry} />
          {user.hasBillingAccount ? <PortalButton /> : null}
          {pro ? null : <UpgradeLink />}
        </>
      }
    >
      {failureMessage(error, 'Your payment details could not be loaded. Your plan has not changed.')}
    </SettingsRow>
  )
}

function UpgradeLink() {
  return (
    <ProOffer>
      <MainLink to="/subscribe">Upgrade to Pro</MainLink>
    </ProOffer>
  )
}

const delayMs = 1000

/**
 * Synchronises the plan with the payment provider: at once on return from its portal (`portal=1`, which is then
 * removed), otherwise a second after load. True while a returning user waits.
 */
function usePlanSync({ hasBillingAccount }: Pick<CurrentUser, 'hasBillingAccount'>): boolean {
  // A webhook may have changed the plan before the user returned.
  const [before] = useState(takePlan)

  const [params, setParams] = useSearchParams()
  const [fromPortal] = useState(params.get('portal') === '1')
  const queryClient = useQueryClient()
  const { mutate, isSuccess, isError } = useMutation({
    mutationFn: () => callEndpoint(syncSubscriptionEndpoint),
    onSuccess: async ({ synced, tier }) => {
      // A plan that was canceled in the portal keeps its tier: only its date changes.
      const changed = synced || (before !== null && before !== tier)
      const isRead = ({ state }: Query) => state.status === 'success'
      if (!changed) return queryClient.invalidateQueries({ queryKey: billingKey, predicate: isRead })
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
