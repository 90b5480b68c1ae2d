import type { CurrentUser } from '#contract/accounts.ts'
import type { UsageStats } from '#contract/usage.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { remainingMessage, searchesLeft } from './allowance-messages.ts'
import { UsageCards, UsageLine } from './usage-cards.tsx'
import { useUsageStats } from './use-usage-stats.ts'

type AccountOverviewProps = {
  user: CurrentUser
  /** True once there are results: what was waited for then stands first. */
  brief: boolean
}

/** The head of a signed-in person's home: who, what is left, and what was found so far. In one line above results. */
export function AccountOverview({ user, brief }: AccountOverviewProps) {
  const usage = useUsageStats(true)
  const state = { usage: usage.data, failed: usage.isError }
  if (brief) {
    return (
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1">
        <h1 className="text-sm font-semibold wrap-anywhere">
          <Welcome user={user} />
        </h1>
        <RemainingBadge {...state} />
        <UsageLine {...state} />
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-3xl leading-tight font-semibold tracking-tight wrap-anywhere sm:text-4xl">
            <Welcome user={user} />
          </h1>
          <p className="mt-2 text-lg text-pretty text-ink-soft">
            Search public discussions for problems that people would like solved.
          </p>
        </div>
        <RemainingBadge {...state} />
      </div>
      <UsageCards {...state} />
    </div>
  )
}

function Welcome({ user }: { user: CurrentUser }) {
  if (!user.firstName) return 'Welcome back!'
  return (
    <>
      Welcome back, <bdi>{user.firstName}</bdi>!
    </>
  )
}

/** What is left of the month; nothing where it could not be read. */
function RemainingBadge({ usage, failed }: { usage: UsageStats | undefined; failed: boolean }) {
  if (failed && !usage) return null
  if (!usage) return <Skeleton shape="round" className="h-7 w-56" />
  const left = searchesLeft(usage)
  const words = (
    <Badge variant={left === null ? 'default' : left === 0 ? 'notice' : 'secondary'} className="text-sm">
      {remainingMessage(left)}
    </Badge>
  )
  if (left !== null) return words
  return (
    <div className="flex flex-wrap gap-2">
      <Badge variant="secondary" className="text-sm">
        Pro
      </Badge>
      {words}
    </div>
  )
}
