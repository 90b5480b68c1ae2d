import Radio from 'lucide-react/icons/radio'
import { adminStatsEndpoint } from '#contract/admin-overview.ts'
import { ButtonLink } from '#web/features/site/button-link.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { refreshIntervals } from './admin-cache.ts'
import { HealthPanel } from './health-panel.tsx'
import { QueryFailure } from './query-content.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import { TrendCharts } from './trend-charts.tsx'
import { useAdminQuery } from './use-admin-query.ts'
import { useSources } from './use-sources.ts'

export function OverviewTab() {
  const stats = useAdminQuery(adminStatsEndpoint, { refreshMs: refreshIntervals.statsMs })
  return (
    <div className="flex flex-col gap-10">
      <FirstSource />
      <section aria-labelledby="figures">
        <h2 id="figures" className="sr-only">
          Overview
        </h2>
        {stats.isError && !stats.data ? (
          <QueryFailure query={stats} what="The figures" />
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

/** Shown at the head of the operator's area as long as no source has given a post. */
function FirstSource() {
  const { data } = useSources()
  if (data === undefined || data.sources.some(({ state, posts }) => state === 'on' && posts > 0)) return null
  const asked = data.sources.filter(({ state }) => state === 'on')
  return (
    <Callout tone="notice" icon={<Radio />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          {asked.length === 0
            ? 'No source is asked yet: people search what was imported, or samples.'
            : `No post has come yet from ${asked.map(({ title }) => title).join(', ')}.`}
        </p>
        <ButtonLink to="?tab=sources" size="small">
          {asked.length === 0 ? 'Add a source' : 'See the sources'}
        </ButtonLink>
      </div>
    </Callout>
  )
}
