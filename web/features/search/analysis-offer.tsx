import { Link, useLocation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { authAddress } from '#web/features/accounts/next-path.ts'
import { useCurrentUser } from '#web/features/accounts/use-current-user.ts'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { buttonLink } from '#web/ui/button.tsx'

type AnalysisOfferProps = {
  /** Where Pro's analysis of one post would stand: where it is read, or for the whole list after its third row. */
  about: 'post' | 'list'
}

const analysis =
  'SaaS viability, market timing, build complexity and competition, and of who is behind it the industry, the company size, the urgency and the budget'

/** What Pro would tell here, and the way to it; a visitor is offered an account first. */
export function AnalysisOffer({ about }: AnalysisOfferProps) {
  const { user, expected } = useCurrentUser()
  const { pathname, search } = useLocation()
  if (user?.subscriptionTier === 'pro' || expected) return null
  const isVisitor = user === null
  return (
    <ProOffer>
      <aside
        aria-label={about === 'post' ? 'Pro analysis of this post' : 'Pro analysis'}
        className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-control bg-accent-soft px-4 py-3 text-sm text-on-accent-soft"
      >
        <p className="min-w-0 flex-1 basis-60 leading-5 text-pretty">
          <strong className="font-semibold">Unlock Advanced Analysis</strong>{' '}
          {about === 'post'
            ? `Of this post Pro tells ${analysis}, as far as its words say.`
            : 'Pro tells the market and the customer of each post.'}
          {isVisitor && about === 'post'
            ? ` A free account has ${limits.freeSearchesPerMonth} searches a month.`
            : null}
        </p>
        <Link
          to={isVisitor ? authAddress(`${pathname}${search}`, '/auth') : '/subscribe'}
          className={buttonLink()}
        >
          {isVisitor ? 'Sign up for free' : 'Upgrade to Pro'}
        </Link>
      </aside>
    </ProOffer>
  )
}
