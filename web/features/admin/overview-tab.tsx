import {
  CalendarDays,
  CalendarRange,
  ChartNoAxesColumn,
  Clock,
  Crown,
  FileSearch,
  type LucideIcon,
  Radio,
  Search,
  Users,
} from 'lucide-react'
import { type AdminStats, adminStatsEndpoint } from '#contract/admin-overview.ts'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { refreshIntervals, useAdminQuery } from './admin-call.ts'
import { FigureCard, QueryContent, SkeletonCards } from './admin-section.tsx'
import { CallingKeysPanel } from './calling-keys-panel.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { formatAverage, formatCount, formatCounted, formatPercent } from './format-figure.ts'
import { HealthPanel } from './health-panel.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { useSources } from './sources-tab.tsx'
import { TrendCharts } from './trend-charts.tsx'

export function OverviewTab() {
  const stats = useAdminQuery(adminStatsEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <div className="flex flex-col gap-10">
      <FirstSource />
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          Overview
        </h2>
        <QueryContent
          query={stats}
          what="The figures"
          skeleton={<SkeletonCards count={8} look="h-31" grid="grid-cols-2 lg:grid-cols-4" />}
        >
          {(read) => (
            <dl className="grid grid-cols-2 gap-3 *:min-h-31 sm:gap-4 lg:grid-cols-4">
              {listStats(read).map(([term, Icon, figure, note]) => (
                <FigureCard key={term} {...{ term, Icon, figure, note }} />
              ))}
            </dl>
          )}
        </QueryContent>
      </section>
      <TrendCharts />
      <HealthPanel />
      <DeliveryPanel />
      <CallingKeysPanel />
      <ScanPanel />
    </div>
  )
}

/** Shown at the top of the admin area until a source has delivered a post. */
function FirstSource() {
  const { data } = useSources()
  if (data === undefined || data.sources.some(({ state, posts }) => state === 'on' && posts > 0)) return null
  const asked = data.sources.filter(({ state }) => state === 'on')
  return (
    <Callout tone="notice" icon={<Radio />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {asked.length === 0
            ? 'No source is active yet: searches cover imported posts, or samples.'
            : `No posts yet from ${asked.map(({ title }) => title).join(', ')}.`}
        </p>
        <ButtonLink to="?tab=sources" size="small">
          {asked.length === 0 ? 'Add a source' : 'See the sources'}
        </ButtonLink>
      </div>
    </Callout>
  )
}

type Stat = [term: string, Icon: LucideIcon, figure: string, note: string]

function listStats(stats: AdminStats): Stat[] {
  const share = stats.totalUsers === 0 ? 0 : (stats.proUsers / stats.totalUsers) * 100
  const inSearches = `in ${formatCounted(stats.totalSearches, 'search', 'searches')}`
  return [
    ['Total Users', Users, formatCount(stats.totalUsers), 'accounts'],
    ['Pro Users', Crown, formatCount(stats.proUsers), `${formatPercent(share)} of all accounts`],
    ['Total Searches', Search, formatCount(stats.totalSearches), 'stored searches, including visitors’'],
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
