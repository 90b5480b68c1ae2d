import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'
import { useUsageStats } from '#web/features/home/use-usage-stats.ts'
import { dayWords } from '#web/features/site/date-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLink } from '#web/ui/button.tsx'
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
        <Fact term="New month begins">{told((stats) => dayWords(stats.periodEndsAt))}</Fact>
        <Fact term="Member since">{dayWords(user.createdAt)}</Fact>
      </dl>
    </SettingsSection>
  )
}

/** Where a plan is bought or managed. */
export function BillingManagement({ user }: { user: CurrentUser }) {
  const pro = user.subscriptionTier === 'pro'
  return (
    <SettingsSection title="Billing Management" description="What you pay, and for what.">
      {pro ? (
        <p className="leading-7 text-pretty">
          You are on <strong className="font-semibold">Pro</strong>: unlimited searches.
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-md leading-7 text-pretty">
            You are on the free plan: {limits.freeSearchesPerMonth} searches per month, and nothing to pay.
            Pro has unlimited searches.
          </p>
          <Link to="/subscribe" className={buttonLink({ variant: 'primary', size: 'medium' })}>
            Upgrade to Pro
          </Link>
        </div>
      )}
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
