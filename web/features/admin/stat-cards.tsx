import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarRange from 'lucide-react/icons/calendar-range'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Clock from 'lucide-react/icons/clock'
import Crown from 'lucide-react/icons/crown'
import FileSearch from 'lucide-react/icons/file-search'
import Search from 'lucide-react/icons/search'
import Users from 'lucide-react/icons/users'
import type { AdminStats } from '#contract/admin-overview.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatAverage, formatCount, formatCounted, formatPercent } from './format-figure.ts'

type Stat = [term: string, Icon: LucideIcon, figure: string, note: string]

function listStats(stats: AdminStats): Stat[] {
  const share = stats.totalUsers === 0 ? 0 : (stats.proUsers / stats.totalUsers) * 100
  const inSearches = `in ${formatCounted(stats.totalSearches, 'search', 'searches')}`
  return [
    ['Total Users', Users, formatCount(stats.totalUsers), 'accounts'],
    ['Pro Users', Crown, formatCount(stats.proUsers), `${formatPercent(share)} of all accounts`],
    ['Total Searches', Search, formatCount(stats.totalSearches), 'that are kept, visitors too'],
    ['Searches Today', Clock, formatCount(stats.searchesToday), `since midnight, ${stats.timeZone}`],
    ['This Week', CalendarRange, formatCount(stats.searchesThisWeek), 'searches since Monday'],
    ['This Month', CalendarDays, formatCount(stats.searchesThisMonth), 'searches since the 1st'],
    ['Total Results', FileSearch, formatCount(stats.totalResults), inSearches],
    [
      'Avg Results/Search',
      ChartNoAxesColumn,
      formatAverage(stats.averageResultsPerSearch),
      'over all searches',
    ],
  ]
}

/** The eight figures of the overview, or as many skeletons while they are read. */
export function StatCards({ stats }: { stats: AdminStats | undefined }) {
  if (stats === undefined) {
    return (
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <p role="status" className="sr-only">
          Loading
        </p>
        {Array.from({ length: 8 }, (_, at) => `card ${at}`).map((card) => (
          <Skeleton key={card} shape="card" className="h-31" />
        ))}
      </div>
    )
  }
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      {listStats(stats).map(([term, Icon, figure, note]) => (
        <Card key={term} className="flex min-h-31 flex-col p-4 sm:p-5">
          <dt className="flex items-center justify-between gap-2 text-sm text-ink-soft">
            {term}
            <span aria-hidden="true" className="[&>svg]:size-4">
              <Icon />
            </span>
          </dt>
          <dd className="mt-auto pt-2">
            <span className="block text-2xl font-semibold tracking-tight tabular-nums">{figure}</span>
            <span className="mt-0.5 block text-xs leading-5 text-ink-soft">{note}</span>
          </dd>
        </Card>
      ))}
    </dl>
  )
}
