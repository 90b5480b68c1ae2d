import { limits } from '#contract/limits.ts'
import type { SearchHistoryItem, UsageStats } from '#contract/usage.ts'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { dayStart, monthlyPeriod, searchesThisMonth } from './allowance-rules.ts'
import type { UsageStore } from './usage-store.ts'

export interface ReadUsage {
  usage: UsageStore
  clock: Clock
}

/** The usage of an account. Throws `unauthenticated` if the account was deleted in the meantime. */
export async function readUsageStats({ usage, clock }: ReadUsage, userId: string): Promise<UsageStats> {
  const now = clock()
  const [use, searches] = await Promise.all([
    usage.findMonthlyUse(userId),
    usage.countSearches(userId, dayStart(now)),
  ])
  if (use === null) throw new AppError('unauthenticated', 'Sign in first')
  return {
    subscriptionTier: use.tier,
    searchesThisMonth: searchesThisMonth(use, now),
    searchesToday: searches.today,
    totalResults: searches.results,
    accountStatus: 'Active',
    periodEndsAt: monthlyPeriod(use.periodStart, now).end.toISOString(),
  }
}

/** The newest searches of an account. */
export async function readSearchHistory(
  { usage, clock }: ReadUsage,
  userId: string,
): Promise<SearchHistoryItem[]> {
  const rows = await usage.listHistory(userId, clock(), limits.historyItems)
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
