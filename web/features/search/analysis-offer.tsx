import Sparkles from 'lucide-react/icons/sparkles'
import { Link, useLocation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { authAddress } from '#web/features/accounts/next-path.ts'
import { useCurrentUser } from '#web/features/accounts/use-current-user.ts'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { buttonLink } from '#web/ui/button.tsx'

type AnalysisOfferProps = {
  /** Where Pro's analysis of one post would stand: in the drawer, or for the whole list in its first card. */
  about: 'post' | 'list'
}

const analysis =
  'SaaS viability, market timing, build complexity and competition, and of who is behind it the industry, the company size, the urgency and the budget'

/** What Pro would tell here, and the way to it; a visitor is offered an account first. */
export function AnalysisOffer({ about }: AnalysisOfferProps) {
  const { user, expected } = useCurrentUser()
  const { pathname, search } = useLocation()
  if (user?.subscriptionTier === 'pro' || expected) return null
  return (
    <ProOffer>
      <aside
        aria-label="Pro analysis"
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-accent-soft px-5 py-5 text-on-accent-soft sm:px-6"
      >
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          <Sparkles aria-hidden="true" className="mt-0.5 hidden size-5 shrink-0 sm:block" />
          <div>
            <p className="font-semibold">Unlock Advanced Analysis</p>
            <p className="mt-0.5 text-sm leading-6 text-pretty">
              {about === 'post' ? 'Of this post' : 'Of each of these posts'} Pro tells {analysis}, as far as
              its words say.
              {user === null ? ` A free account has ${limits.freeSearchesPerMonth} searches a month.` : null}
            </p>
          </div>
        </div>
        {user === null ? (
          <Link
            to={authAddress(`${pathname}${search}`, '/auth')}
            className={buttonLink({ variant: 'primary', size: 'medium' })}
          >
            Sign up for free
          </Link>
        ) : (
          <Link to="/subscribe" className={buttonLink({ variant: 'primary', size: 'medium' })}>
            Upgrade to Pro
          </Link>
        )}
      </aside>
    </ProOffer>
  )
}
