import { Activity, BadgeCheck, Hourglass, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import type { UsageStats } from '#contract/usage.ts'
import { ProOffer, ProWords, SelfHostedHint } from '#web/features/billing/pro-offer.tsx'
import { formatCount } from '#web/features/results/post-words.ts'
import { formatLongDay } from '#web/features/site/format-date.ts'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { SearchLead } from './search-lead.tsx'
import { remainingMessage, searchesLeft, useUsageStats } from './use-account-allowance.ts'

type UsageState = { usage: UsageStats | undefined; failed: boolean }

type AccountOverviewProps = {
  user: CurrentUser
  /** True if there are results, because results are then shown first. */
  brief: boolean
}

export function AccountOverview({ user, brief }: AccountOverviewProps) {
  const usage = useUsageStats(true)
  const state = { usage: usage.data, failed: usage.isError }
  if (brief) {
    return (
      <div className="flex min-h-9 items-center gap-x-3 gap-y-1 sm:flex-wrap sm:gap-x-4">
        <h1 className="text-sm font-semibold wrap-anywhere max-sm:sr-only">
          <Welcome user={user} />
        </h1>
        <RemainingBadge {...state} brief />
        <UsageLine {...state} />
        {user.subscriptionTier === 'pro' ? null : <BriefUpgradeBanner />}
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
          <SearchLead />
        </div>
        <RemainingBadge {...state} />
      </div>
      <UsageCards {...state} />
    </div>
  )
}

/** The upgrade banner in one line, since results come first. */
function BriefUpgradeBanner() {
  return (
    <ProOffer>
      <aside
        aria-label="Upgrade"
        className="ml-auto flex items-center gap-x-3 text-sm text-on-accent-soft lg:rounded-control lg:bg-accent-soft lg:py-0.5 lg:pr-0.5 lg:pl-3"
      >
        <span className="max-xl:hidden">
          {readSiteFacts().searchLimit === 'off'
            ? 'Advanced scores and personas'
            : 'Unlimited searches and advanced scores'}
        </span>
        <Link
          to="/subscribe"
          className="font-medium whitespace-nowrap underline underline-offset-4 sm:hidden"
        >
          Upgrade to Pro
        </Link>
        <Link to="/subscribe" className={`${buttonLink({ size: 'small' })} max-sm:hidden`}>
          Upgrade to Pro
        </Link>
      </aside>
    </ProOffer>
  )
}

function Welcome({ user }: { user: CurrentUser }) {
  if (!user.firstName) return 'Welcome!'
  return (
    <>
      Welcome, <bdi>{user.firstName}</bdi>!
    </>
  )
}

function RemainingBadge({ usage, failed, brief = false }: UsageState & { brief?: boolean }) {
  const size = brief ? 'text-xs sm:text-sm' : 'text-sm'
  if (failed && !usage) return null
  if (!usage) return <Skeleton shape="round" className="h-7 w-56" />
  const left = searchesLeft(usage)
  return (
    <div className="flex flex-wrap gap-2">
      {usage.subscriptionTier === 'pro' ? <Badge className={size}>Pro</Badge> : null}
      <Badge variant={left === null ? 'default' : left === 0 ? 'notice' : 'secondary'} className={size}>
        {remainingMessage(left)}
      </Badge>
    </div>
  )
}

const figures: readonly { term: string; icon: ReactNode; words: (stats: UsageStats) => string }[] = [
  { term: 'Searches Today', icon: <Search />, words: (stats) => formatCount(stats.searchesToday) },
  { term: 'Results Found', icon: <Activity />, words: (stats) => formatCount(stats.totalResults) },
  { term: 'Account Status', icon: <BadgeCheck />, words: (stats) => stats.accountStatus },
]

function UsageCards({ usage, failed }: UsageState) {
  const waiting = failed ? '–' : <Skeleton className="h-7 w-14" />
  return (
    <Card className="grid grid-cols-3 divide-x divide-line">
      <dl className="contents">
        {figures.map(({ term, icon, words }) => (
          <div key={term} className="flex min-w-0 flex-col px-3.5 py-3.5 sm:px-6 sm:py-5">
            <dt className="flex items-start gap-2 text-xs text-ink-soft sm:items-center sm:text-sm">
              <span aria-hidden="true" className="hidden sm:block [&>svg]:size-4">
                {icon}
              </span>
              {term}
            </dt>
            <dd className="mt-auto pt-1.5 text-lg font-semibold tracking-tight tabular-nums wrap-anywhere sm:text-2xl">
              {usage ? words(usage) : waiting}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

function UsageLine({ usage }: UsageState) {
  if (!usage) return null
  return (
    <dl className="flex gap-x-4 text-sm text-ink-soft tabular-nums max-md:hidden">
      {figures.map(({ term, words }) => (
        <div key={term} className="flex gap-1.5">
          <dt>{term}</dt>
          <dd className="font-medium text-ink">{words(usage)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shown below the search box once the free searches of the month are used up. */
/** `refused`: a search was just refused, so the search box, which had the focus, is disabled. */
export function MonthlyLimitPrompt({ refused }: { refused: boolean }) {
  const { data } = useUsageStats(true)
  const heading = useArrivalFocus(refused ? 'refused' : null)
  return (
    <Callout tone="notice" icon={<Hourglass />}>
      <h2 ref={heading} tabIndex={-1} className="font-medium outline-none">
        You have used your {limits.freeSearchesPerMonth} free searches of this month.
      </h2>
      <p className="text-ink-soft">
        {data
          ? `You get ${limits.freeSearchesPerMonth} new ones on ${formatLongDay(data.periodEndsAt)}. `
          : null}
        Earlier results stay available for free.{' '}
        <ProWords>
          <Link to="/subscribe" className="font-medium text-ink underline underline-offset-4">
            Upgrade to Pro
          </Link>{' '}
          for unlimited searches.
        </ProWords>
        <SelfHostedHint />
      </p>
    </Callout>
  )
}
