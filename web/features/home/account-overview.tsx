import type { CurrentUser } from '#contract/accounts.ts'
import { RemainingBadge } from './remaining-badge.tsx'
import { UsageCards } from './usage-cards.tsx'
import { useUsageStats } from './use-usage-stats.ts'

type AccountOverviewProps = {
  user: CurrentUser
  /** True once there are results: what was waited for then stands first. */
  brief: boolean
}

/** The head of a signed-in person's home: who, what is left, and what was found so far. */
export function AccountOverview({ user, brief }: AccountOverviewProps) {
  const usage = useUsageStats(true)
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1
            className={
              brief
                ? 'text-xl font-semibold tracking-tight wrap-anywhere'
                : 'text-3xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-4xl'
            }
          >
            {user.firstName ? (
              <>
                Welcome back, <bdi>{user.firstName}</bdi>!
              </>
            ) : (
              'Welcome back!'
            )}
          </h1>
          {brief ? null : (
            <p className="mt-2 text-lg text-pretty text-ink-soft">
              Search public discussions for problems that people would like solved.
            </p>
          )}
        </div>
        <RemainingBadge usage={usage.data} failed={usage.isError} />
      </div>
      <UsageCards usage={usage.data} failed={usage.isError} />
    </div>
  )
}
