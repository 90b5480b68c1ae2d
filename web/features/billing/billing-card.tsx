import CreditCard from 'lucide-react/icons/credit-card'
import type { CurrentUser } from '#contract/accounts.ts'
import type { BillingState } from '#contract/billing.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { MainLink } from '#web/features/site/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { SettingsRow, SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { offersUpgrade, planLabels } from './plan-labels.ts'
import { PortalButton } from './portal-button.tsx'
import { ProOffer } from './pro-offer.tsx'
import { useBillingState } from './use-billing-state.ts'
import { usePlanSync } from './use-plan-sync.ts'

export function BillingCard({ user }: { user: CurrentUser }) {
  const syncing = usePlanSync(user)
  const billing = useBillingState()
  return (
    <SettingsSection id="billing" title="Billing Management" description="What you pay, and for what.">
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
        {syncing ? 'Asking the payment provider for the newest state of your plan...' : null}
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

/** The plan could not be read: what is known of the person still leads somewhere. */
function UnknownPlan({ user, error, onRetry }: { user: CurrentUser; error: Error; onRetry: () => void }) {
  const pro = user.subscriptionTier === 'pro'
  return (
    <SettingsRow
      title={pro ? 'Pro' : 'Free'}
      actions={
        <>
          <Button size="medium" onClick={onRetry}>
            Try again
          </Button>
          {user.hasBillingAccount ? <PortalButton /> : null}
          {pro ? null : <UpgradeLink />}
        </>
      }
    >
      {failureMessage(error, 'What you pay could not be read. Your plan has not changed.')}
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
