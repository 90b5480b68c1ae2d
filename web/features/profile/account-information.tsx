import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'
import { useUsageStats } from '#web/features/home/use-usage-stats.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The plan of the person and what is used of it. */
export function AccountInformation({ user }: { user: CurrentUser }) {
  const usage = useUsageStats(true)
  const pro = user.subscriptionTier === 'pro'
  const told = (words: (stats: UsageStats) => ReactNode) => {
    if (usage.data) return words(usage.data)
    return usage.isError ? 'Could not be read' : <Skeleton className="h-5 w-20" />
  }
  return (
    <SettingsSection title="Account Information" description="Your plan and what you have used of it.">
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact term="Plan">
          <Badge variant={pro ? 'default' : 'secondary'}>{pro ? 'Pro' : 'Free'}</Badge>
        </Fact>
        <Fact term="Account Status">{told((stats) => stats.accountStatus)}</Fact>
        <Fact term="Searches this month">
          {told((stats) =>
            pro
              ? `${stats.searchesThisMonth} (unlimited)`
              : `${stats.searchesThisMonth} / ${limits.freeSearchesPerMonth}`,
          )}
        </Fact>
        <Fact term="New month begins">{told((stats) => formatLongDay(stats.periodEndsAt))}</Fact>
        <Fact term="Member since">{formatLongDay(user.createdAt)}</Fact>
      </dl>
    </SettingsSection>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{term}</dt>
      <dd className="mt-1 font-medium tabular-nums">{children}</dd>
    </div>
  )
}
