import Sparkles from 'lucide-react/icons/sparkles'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { ProOffer } from '#web/features/billing/pro-offer.tsx'
import { buttonLink } from '#web/ui/button.tsx'
import { SearchHistory } from './search-history.tsx'

/** What stands under a signed-in person's search: Pro where they have not got it, unless results stand there, and what they searched before. */
export function AccountAftermath({ user, idle }: { user: CurrentUser; idle: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      {user.subscriptionTier === 'pro' || !idle ? null : <UpgradeBanner />}
      <SearchHistory />
    </div>
  )
}

/** What a person without Pro would get; says no more than the plan gives. */
function UpgradeBanner() {
  return (
    <ProOffer>
      <aside
        aria-label="Upgrade"
        className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-accent-soft px-5 py-5 text-on-accent-soft sm:px-6"
      >
        <div className="flex min-w-0 flex-1 basis-72 gap-4">
          <Sparkles aria-hidden="true" className="mt-0.5 hidden size-5 shrink-0 sm:block" />
          <div>
            <p className="font-semibold">Unlock Advanced Analysis</p>
            <p className="mt-0.5 text-sm leading-6 text-pretty">
              Pro gives you unlimited searches, advanced opportunity scores and a closer look at the persona
              behind each post.
            </p>
          </div>
        </div>
        <Link to="/subscribe" className={buttonLink({ variant: 'primary', size: 'medium' })}>
          Upgrade to Pro
        </Link>
      </aside>
    </ProOffer>
  )
}
