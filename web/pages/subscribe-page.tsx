import { CreditCard } from 'lucide-react'
import { Fragment } from 'react'
import { PlanComparison } from '#web/features/billing/plan-comparison.tsx'
import { NoProOffer, NoProWords, ProOffer, ProWords, StandInNote } from '#web/features/billing/pro-offer.tsx'
import { UpgradeOffer } from '#web/features/billing/upgrade-offer.tsx'
import { BackLink } from '#web/features/site/button-link.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { Callout } from '#web/ui/callout.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

export function SubscribePage() {
  useDocumentTitle('Upgrade to Pro · Unmet')
  const { user, loading } = useCurrentUser()
  const pro = user?.subscriptionTier === 'pro'
  // Users with Pro see the plan even if it is no longer for sale.
  const Offered = pro ? Fragment : ProOffer
  return (
    <div className="pt-6 pb-16 sm:pt-8">
      <BackLink to="/">Back to the search</BackLink>
      <h1 className="mt-6 text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
        {pro ? (
          'Your plan is Pro'
        ) : (
          <>
            <ProWords>Upgrade to Pro</ProWords>
            <NoProWords>Nothing is sold here</NoProWords>
          </>
        )}
      </h1>
      <p className="mt-2 max-w-2xl text-lg text-pretty text-ink-soft">
        {pro ? (
          'You have everything that Pro includes.'
        ) : (
          <ProWords>
            <span data-limit={readSiteFacts().searchLimit} className="data-[limit=off]:hidden">
              Search as often as you like, and see
            </span>
            <span data-limit={readSiteFacts().searchLimit} className="hidden data-[limit=off]:inline">
              See
            </span>{' '}
            more analysis of every post.
          </ProWords>
        )}
      </p>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1">
          <div className="flex flex-col gap-4">
            <StandInNote />
            <NoProOffer>
              <Callout icon={<CreditCard />}>
                Pro is not offered on this site: its operator has not set up payments.
              </Callout>
            </NoProOffer>
            <Offered>
              <UpgradeOffer user={user} loading={loading} />
            </Offered>
          </div>
        </div>
        <div className="min-w-0 lg:col-start-1 lg:row-start-1">
          <Offered>
            <PlanComparison />
          </Offered>
        </div>
      </div>
    </div>
  )
}
