import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { createSubscriptionEndpoint } from '#contract/billing.ts'
import { ApiError, callEndpoint, UnexpectedReplyError } from '#web/api-client.ts'
import { refreshPlan } from '#web/current-user-cache.ts'
import { serverMessage } from '#web/failure-messages.ts'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { useOnline } from '#web/features/site/use-online.ts'
import { authAddress } from '#web/next-path.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadingLine } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { offersUpgrade, planLabels, proPrice } from './plan-labels.ts'
import { PortalButton, useBillingState, useProviderPage } from './portal-button.tsx'

type UpgradeOfferProps = { user: CurrentUser | null; loading: boolean }

export function UpgradeOffer({ user, loading }: UpgradeOfferProps) {
  if (user?.subscriptionTier === 'pro') return <OwnPlan />
  return (
    <OfferCard title="Pro">
      <p className="mt-1 flex items-baseline gap-2">
        <span className="text-4xl font-semibold tracking-tight tabular-nums">{proPrice}</span>
        <span className="text-ink-soft">per month</span>
      </p>
      <div className="mt-5 flex flex-col gap-4">
        <WayToPay user={user} loading={loading} />
      </div>
      <ul className="mt-5 flex flex-col gap-2 border-t border-line pt-5 text-sm leading-6 text-pretty text-ink-soft">
        <li>You pay on the payment provider's own page; your card number never reaches us.</li>
        <li>Cancel anytime: Pro stays until the month you paid for is over.</li>
      </ul>
    </OfferCard>
  )
}

function WayToPay({ user, loading }: UpgradeOfferProps) {
  if (loading) return <LoadingLine words="Loading your account" />
  if (user !== null) return <OwnWayToPay />
  return (
    <>
      <ButtonLink to={authAddress('/subscribe')} variant="primary" size="large">
        Sign In
      </ButtonLink>
      <p className="text-center text-sm text-ink-soft">Pro requires an account, which is free.</p>
    </>
  )
}

/** Users with an unfinished payment have to complete it instead of buying again; the profile says the same. */
function OwnWayToPay() {
  const { data, isPending } = useBillingState()
  if (isPending) return <LoadingLine words="Loading your account" />
  if (data === undefined || offersUpgrade(data)) return <UpgradeButton />
  const { warning, details } = planLabels(data)
  return (
    <>
      <Callout tone="notice" icon={<CircleAlert />}>
        {warning === null ? null : <p className="font-medium">{warning}</p>}
        <p>{details}</p>
      </Callout>
      {data.canManage ? <PortalButton urgent /> : null}
      <ButtonLink to="/profile">See your plan</ButtonLink>
    </>
  )
}

function UpgradeButton() {
  const queryClient = useQueryClient()
  const { go, leaving, error } = useProviderPage({
    ask: async () => (await callEndpoint(createSubscriptionEndpoint)).checkoutUrl,
    onError: (failure) => {
      showToast({ ...upgradeFailure(failure), tone: 'destructive' })
      if (failure instanceof ApiError && failure.code === 'already_pro') void refreshPlan(queryClient)
    },
  })
  const online = useOnline()
  return (
    <>
      <Button variant="primary" size="large" aria-disabled={leaving} onClick={go}>
        {leaving ? 'Opening checkout...' : 'Upgrade to Pro'}
      </Button>
      {online ? null : (
        <Callout icon={<WifiOff />}>You are offline. You can upgrade once you are connected again.</Callout>
      )}
      {error && online && !leaving ? (
        <Callout tone="danger" icon={<CircleAlert />}>
          <p className="font-medium">{upgradeFailure(error).description}</p>
          <p>You have not been charged.</p>
        </Callout>
      ) : null}
    </>
  )
}

function OwnPlan() {
  const { data, isPending } = useBillingState()
  const words = data ? planLabels(data) : null
  return (
    <OfferCard title="You are on Pro">
      <p className="mt-1 text-pretty text-ink-soft">There is nothing to upgrade.</p>
      <div className="mt-5 flex flex-col gap-4">
        {isPending ? <LoadingLine words="Loading your plan" /> : null}
        {words === null ? null : (
          <p className="text-sm leading-6 text-pretty">
            {words.headline === 'Pro' ? null : <strong className="font-semibold">{words.headline}. </strong>}
            {words.warning ?? words.details}
          </p>
        )}
        {data?.canManage ? <PortalButton urgent /> : null}
        <ButtonLink to="/profile">See your plan</ButtonLink>
      </div>
    </OfferCard>
  )
}

function OfferCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="p-6">
      <section aria-label={title}>
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        {children}
      </section>
    </Card>
  )
}

function upgradeFailure(error: Error): { title: string; description: string } {
  if (error instanceof UnexpectedReplyError) {
    return { title: 'Error', description: 'Failed to create checkout session' }
  }
  return {
    title: 'Upgrade Error',
    description: serverMessage(error, 'Failed to start checkout process'),
  }
}
