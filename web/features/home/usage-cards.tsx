import Activity from 'lucide-react/icons/activity'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import type { UsageStats } from '#contract/usage.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const number = new Intl.NumberFormat('en-US')

type UsageCardsProps = { usage: UsageStats | undefined; failed: boolean }

/** The three figures of an account, by their names. */
const figures: readonly { term: string; icon: ReactNode; words: (stats: UsageStats) => string }[] = [
  { term: 'Searches Today', icon: <Search />, words: (stats) => number.format(stats.searchesToday) },
  { term: 'Results Found', icon: <Activity />, words: (stats) => number.format(stats.totalResults) },
  { term: 'Account Status', icon: <BadgeCheck />, words: (stats) => stats.accountStatus },
]

/** Three figures of the account; a dash where they could not be read. */
export function UsageCards({ usage, failed }: UsageCardsProps) {
  const waiting = failed ? '–' : <Skeleton className="h-7 w-14" />
  return (
    <Card className="grid grid-cols-3 divide-x divide-line">
      <dl className="contents">
        {figures.map(({ term, icon, words }) => (
          <Figure key={term} icon={icon} term={term}>
            {usage ? words(usage) : waiting}
          </Figure>
        ))}
      </dl>
    </Card>
  )
}

/** The same in a line, where there is room for it. */
export function UsageLine({ usage }: UsageCardsProps) {
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
