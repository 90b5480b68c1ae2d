import type { CurrentUser } from '#contract/accounts.ts'
import { SearchHistory } from './search-history.tsx'
import { UpgradeBanner } from './upgrade-banner.tsx'

/** What stands under a signed-in person's search: Pro where they have not got it, unless results stand there, and what they searched before. */
export function AccountAftermath({ user, idle }: { user: CurrentUser; idle: boolean }) {
  return (
    <div className="flex flex-col gap-6">
      {user.subscriptionTier === 'pro' || !idle ? null : <UpgradeBanner />}
      <SearchHistory />
    </div>
  )
}
