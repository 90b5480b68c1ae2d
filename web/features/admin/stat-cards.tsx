import CalendarDays from 'lucide-react/icons/calendar-days'
import CalendarRange from 'lucide-react/icons/calendar-range'
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import Clock from 'lucide-react/icons/clock'
import Crown from 'lucide-react/icons/crown'
import FileSearch from 'lucide-react/icons/file-search'
import Search from 'lucide-react/icons/search'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'
import type { AdminStats } from '#contract/admin-overview.ts'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { formatAverage, formatCount, formatCounted, formatPercent } from './format-figure.ts'

type Stat = { term: string; icon: ReactNode; figure: string; note: string }

function listStats(stats: AdminStats): Stat[] {
  const share = stats.totalUsers === 0 ? 0 : (stats.proUsers / stats.totalUsers) * 100
  return [
    { term: 'Total Users', icon: <Users />, figure: formatCount(stats.totalUsers), note: 'accounts' },
    {
      term: 'Pro Users',
      icon: <Crown />,
      figure: formatCount(stats.proUsers),
      note: `${formatPercent(share)} of all accounts`,
    },
    {
      term: 'Total Searches',
      icon: <Search />,
      figure: formatCount(stats.totalSearches),
      note: 'that are kept, visitors too',
    },
    {
      term: 'Searches Today',
      icon: <Clock />,
      figure: formatCount(stats.searchesToday),
      note: `since midnight, ${stats.timeZone}`,
    },
    {
      term: 'This Week',
      icon: <CalendarRange />,
      figure: formatCount(stats.searchesThisWeek),
      note: 'searches since Monday',
    },
    {
      term: 'This Month',
      icon: <CalendarDays />,
      figure: formatCount(stats.searchesThisMonth),
      note: 'searches since the 1st',
    },
    {
      term: 'Total Results',
      icon: <FileSearch />,
      figure: formatCount(stats.totalResults),
      note: `in ${formatCounted(stats.totalSearches, 'search', 'searches')}`,
    },
    {
      term: 'Avg Results/Search',
      icon: <ChartNoAxesColumn />,
      figure: formatAverage(stats.averageResultsPerSearch),
      note: 'over all searches',
    },
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
      {listStats(stats).map(({ term, icon, figure, note }) => (
        <Card key={term} className="flex min-h-31 flex-col p-4 sm:p-5">
          <dt className="flex items-center justify-between gap-2 text-sm text-ink-soft">
            {term}
            <span aria-hidden="true" className="[&>svg]:size-4">
              {icon}
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
