import Activity from 'lucide-react/icons/activity'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import type { UsageStats } from '#contract/usage.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const number = new Intl.NumberFormat('en-US')

type UsageCardsProps = { usage: UsageStats | undefined; failed: boolean }

/** Three figures of the account; a dash where they could not be read. */
export function UsageCards({ usage, failed }: UsageCardsProps) {
  const told = (words: (stats: UsageStats) => string) => {
    if (usage) return words(usage)
    return failed ? '–' : <Skeleton className="h-7 w-14" />
  }
  return (
    <Card className="grid grid-cols-3 divide-x divide-line">
      <dl className="contents">
        <Figure icon={<Search />} term="Searches Today">
          {told((stats) => number.format(stats.searchesToday))}
        </Figure>
        <Figure icon={<Activity />} term="Results Found">
          {told((stats) => number.format(stats.totalResults))}
        </Figure>
        <Figure icon={<BadgeCheck />} term="Account Status">
          {told((stats) => stats.accountStatus)}
        </Figure>
      </dl>
    </Card>
  )
}

type FigureProps = { icon: ReactNode; term: string; children: ReactNode }

function Figure({ icon, term, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col px-3.5 py-3.5 sm:px-6 sm:py-5">
      <dt className="flex items-start gap-2 text-xs text-ink-soft sm:items-center sm:text-sm">
        <span aria-hidden="true" className="hidden sm:block [&>svg]:size-4">
          {icon}
        </span>
        {term}
      </dt>
      <dd className="mt-auto pt-1.5 text-lg font-semibold tracking-tight tabular-nums wrap-anywhere sm:text-2xl">
        {children}
      </dd>
    </div>
  )
}
