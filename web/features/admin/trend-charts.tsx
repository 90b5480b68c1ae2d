import { useSearchParams } from 'react-router'
import { adminChartsEndpoint, type ChartDay } from '#contract/admin-overview.ts'
import { DataTable } from '#web/features/scoring/data-table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { refreshIntervals, useAdminQuery } from './admin-call.ts'
import { AdminSection, QueryContent, SkeletonCards } from './admin-section.tsx'
import {
  formatAverage,
  formatCalendarDay,
  formatCount,
  formatCounted,
  formatPercent,
} from './format-figure.ts'
import { TrendChart } from './trend-chart.tsx'

export function TrendCharts() {
  const [params, setParams] = useSearchParams()
  const span = params.get('days') === '90' ? '90' : '30'
  const charts = useAdminQuery(adminChartsEndpoint, {
    query: { days: span },
    refreshMs: refreshIntervals.statsMs,
  })
  const panel = () => (
    <QueryContent
      query={charts}
      what="The trends"
      skeleton={<SkeletonCards count={4} look="h-58" grid="sm:grid-cols-2" />}
    >
      {(read) => <Charts {...read} />}
    </QueryContent>
  )
  return (
    <AdminSection title="Trends">
      <Tabs
        small
        label="Days shown"
        tabs={[
          { value: '30', label: '30 days', panel },
          { value: '90', label: '90 days', panel },
        ]}
        value={span}
        onChange={(days) => setParams(days === '90' ? { days } : {}, { replace: true })}
        listClass="absolute end-0 -top-1"
        panelClass=""
      />
    </AdminSection>
  )
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

type ChartsProps = { days: readonly ChartDay[]; timeZone: string }

function Charts({ days, timeZone }: ChartsProps) {
  const pointsOf = (read: (day: ChartDay) => number | null) =>
    days.map((day) => ({ day: day.day, value: read(day) }))
  const inAll = `in ${days.length} days`
  const searches = sum(days.map((day) => day.searches))
  const signUps = sum(days.map((day) => day.signUps))
  const results = sum(days.map((day) => (day.resultsPerSearch ?? 0) * day.searches))
  const share = days.at(-1)?.proSharePercent ?? null
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 sm:gap-4">
        <TrendChart
          title="Searches per day"
          kind="bars"
          points={pointsOf((day) => day.searches)}
          summary={`${formatCount(searches)} ${inAll}`}
          words={(value) => formatCounted(value, 'search', 'searches')}
        />
        <TrendChart
          title="Sign-ups per day"
          kind="bars"
          points={pointsOf((day) => day.signUps)}
          summary={`${formatCount(signUps)} ${inAll}`}
          words={(value) => formatCounted(value, 'sign-up', 'sign-ups')}
        />
        <TrendChart
          title="Pro share"
          kind="line"
          points={pointsOf((day) => day.proSharePercent)}
          summary={share === null ? 'No accounts yet' : `${formatPercent(share)} of accounts today`}
          words={formatPercent}
        />
        <TrendChart
          title="Results per search"
          kind="line"
          points={pointsOf((day) => day.resultsPerSearch)}
          summary={searches === 0 ? 'No searches yet' : `${formatAverage(results / searches)} on average`}
          words={formatAverage}
        />
      </div>
      <details className="mt-4">
        <summary className="w-fit rounded-control text-sm font-medium text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink">
          Show the figures as a table
        </summary>
        <div className="mt-3">
          <DayTable days={days} timeZone={timeZone} />
        </div>
      </details>
    </>
  )
}

const dash = (value: number | null, words: (value: number) => string) => (value === null ? '–' : words(value))

function DayTable({ days, timeZone }: ChartsProps) {
  return (
    <DataTable
      caption={`Trends by day, ${timeZone}`}
      head={['Day', 'Searches', 'Sign-ups', 'Pro share', 'Results per search']}
      rows={days.toReversed().map((day) => ({
        key: day.day,
        cells: [
          formatCalendarDay(day.day),
          formatCount(day.searches),
          formatCount(day.signUps),
          dash(day.proSharePercent, formatPercent),
          dash(day.resultsPerSearch, formatAverage),
        ],
      }))}
    />
  )
}
