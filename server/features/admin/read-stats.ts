import type { AdminStats, ChartDay } from '#contract/admin-overview.ts'
import type { Clock } from '#server/ports.ts'
import type { DayCounts, StatsStore } from './stats-store.ts'

export type ReadStats = { stats: Pick<StatsStore, 'readTotals' | 'readDays'>; timeZone: string; clock: Clock }

const twoDecimals = (value: number) => Math.round(value * 100) / 100

export async function readAdminStats({ stats, timeZone, clock }: ReadStats): Promise<AdminStats> {
  const totals = await stats.readTotals(clock(), timeZone)
  return {
    totalUsers: totals.users,
    proUsers: totals.pro,
    totalSearches: totals.searches,
    searchesToday: totals.today,
    searchesThisWeek: totals.thisWeek,
    searchesThisMonth: totals.thisMonth,
    totalResults: totals.results,
    averageResultsPerSearch: totals.searches === 0 ? 0 : twoDecimals(totals.results / totals.searches),
    timeZone,
  }
}

function describeDay({ day, searches, results, signUps, users, pro }: DayCounts): ChartDay {
  return {
    day,
    searches,
    signUps,
    proSharePercent: users <= 0 ? null : twoDecimals((100 * pro) / users),
    resultsPerSearch: searches === 0 ? null : twoDecimals(results / searches),
  }
}

export async function readCharts({ stats, timeZone, clock }: ReadStats, days: number) {
  const counted = await stats.readDays(clock(), timeZone, days)
  return { timeZone, days: counted.map(describeDay) }
}
