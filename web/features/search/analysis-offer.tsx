import { clsx } from 'clsx'
import { Link, useLocation } from 'react-router'
import { limits } from '#contract/limits.ts'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { authAddress } from '#web/next-path.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

type AnalysisOfferProps = {
  /** Where Pro's analysis of one post would stand: where it is read, or for the whole list after its third row. */
  about: 'post' | 'list'
}

const analysis =
  'how viable this is as SaaS, its timing, how hard it is to build and who competes, and the industry, size, urgency and budget of who wrote it'

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
        className={clsx(
          'flex flex-wrap items-center justify-between gap-x-5 gap-y-3 rounded-control bg-accent-soft px-4 text-sm text-on-accent-soft',
          about === 'post' ? 'py-3' : 'py-1.5',
        )}
      >
        <p className="min-w-0 flex-1 basis-60 leading-5 text-pretty">
          <strong className="font-semibold">Unlock Advanced Analysis</strong>{' '}
          {about === 'post' ? `Pro shows ${analysis}, where the post tells.` : 'of each post.'}
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
