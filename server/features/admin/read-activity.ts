import type { AdminStats, ChartDay } from '#contract/admin-overview.ts'
import type { DayCounts } from './activity-store.ts'
import type { AdminDeps } from './admin-deps.ts'

type ReadActivity = Pick<AdminDeps, 'activity' | 'audit' | 'timeZone' | 'clock'>

const twoDecimals = (value: number) => Math.round(value * 100) / 100

export async function readAdminStats({ activity, timeZone, clock }: ReadActivity): Promise<AdminStats> {
  const totals = await activity.readTotals(clock(), timeZone)
  const { totalResults, totalSearches } = totals
  const average = totalSearches === 0 ? 0 : twoDecimals(totalResults / totalSearches)
  return { ...totals, averageResultsPerSearch: average, timeZone }
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

export async function readCharts({ activity, timeZone, clock }: ReadActivity, days: number) {
  const counted = await activity.readDays(clock(), timeZone, days)
  return { timeZone, days: counted.map(describeDay) }
}

export async function listSearches({ activity }: ReadActivity, limit: number, before: string | undefined) {
  const rows = await activity.listSearches(limit, before ?? null)
  return rows.map(({ user, createdAt, ...search }) => ({
    ...search,
    createdAt: createdAt.toISOString(),
    ...(user === null ? {} : { user }),
  }))
}

export async function listAuditLog({ audit }: ReadActivity, limit: number, before: string | undefined) {
  const rows = await audit.listEntries(limit, before === undefined ? null : Number(before))
  return rows.map(({ id, at, targetUserId, targetEmail, ...entry }) => ({
    ...entry,
    id: String(id),
    at: at.toISOString(),
    target: targetUserId === null ? null : { userId: targetUserId, email: targetEmail },
  }))
}
