import { adminStatsEndpoint } from '#contract/admin-overview.ts'
import { statsKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import { FirstSource } from './first-source.tsx'
import { HealthPanel } from './health-panel.tsx'
import { ReadFailure } from './read-failure.tsx'
import { refreshIntervals } from './refresh-intervals.ts'
import { ScanPanel } from './scan-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import { TrendCharts } from './trend-charts.tsx'
import { useOperatorQuery } from './use-operator-query.ts'

/** How the product does: figures, trends, and what it depends on. */
export function OverviewTab() {
  const stats = useOperatorQuery({
    queryKey: statsKey,
    queryFn: () => callAdmin(adminStatsEndpoint),
    refreshMs: refreshIntervals.statsMs,
  })
  return (
    <div className="flex flex-col gap-10">
      <FirstSource />
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          Overview
        </h2>
        {stats.isError && !stats.data ? (
          <ReadFailure error={stats.error} what="The figures" onRetry={() => void stats.refetch()} />
        ) : (
          <StatCards stats={stats.data} />
        )}
      </section>
      <TrendCharts />
      <HealthPanel />
      <ScanPanel />
    </div>
  )
}
