import type { SubscriptionTier } from '#contract/accounts.ts'
import type { ErrorCode } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'

/** The number of searches of a cookie and of a network address today. */
export type SearchesToday = { byVisitor: number; byAddress: number }

export type VisitorLimits = { perVisitor: number; perAddress: number }

/** The searches of an account in the month that starts at `periodStart`. */
export type MonthlyUse = {
  tier: SubscriptionTier
  searches: number
  periodStart: Date
  /**
   * The searches in the current month of all accounts with the same e-mail address, including deleted
   * accounts, and the end of that month.
   */
  shared: { searches: number; until: Date } | null
}

export type Refusal = {
  allowed: false
  because: Extract<ErrorCode, 'visitor_daily_limit' | 'address_daily_limit' | 'monthly_limit'>
  /** The time at which searches are available again. */
  until: Date
}

export type Allowance = { allowed: true } | Refusal

/** Whether a visitor may make another search today. */
export function visitorAllowance(today: SearchesToday, most: VisitorLimits, now: Date): Allowance {
  const until = new Date(dayStart(now).getTime() + 86_400_000)
  if (today.byVisitor >= most.perVisitor) return { allowed: false, because: 'visitor_daily_limit', until }
  if (today.byAddress >= most.perAddress) return { allowed: false, because: 'address_daily_limit', until }
  return { allowed: true }
}

/** Days are counted in UTC. */
export function dayStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

/** The same day and time this many months later, or the last day of a month that is too short. */
function addMonths(from: Date, months: number): Date {
  const first = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  const timeOfDayMs = from.getTime() - dayStart(from).getTime()
  return new Date(first.getTime() + (Math.min(from.getUTCDate(), lastDay) - 1) * 86_400_000 + timeOfDayMs)
}

export type Period = { start: Date; end: Date }

/** The account's month that contains `now`. `periodStart` is the start of any month of the account. */
export function monthlyPeriod(periodStart: Date, now: Date): Period {
  const years = now.getUTCFullYear() - periodStart.getUTCFullYear()
  let months = Math.max(0, years * 12 + now.getUTCMonth() - periodStart.getUTCMonth())
  while (months > 0 && addMonths(periodStart, months) > now) months -= 1
  return { start: addMonths(periodStart, months), end: addMonths(periodStart, months + 1) }
}

/** The account's searches in the current month; none if a new month has begun. */
function ownSearches(use: MonthlyUse, now: Date): number {
  return monthlyPeriod(use.periodStart, now).start > use.periodStart ? 0 : use.searches
}

function sharedSearches({ shared }: MonthlyUse, now: Date): number {
  return shared === null || shared.until <= now ? 0 : shared.searches
}

/**
 * The number of searches that count this month. For a free account, searches of other accounts with its
 * e-mail address count as well.
 */
export function searchesThisMonth(use: MonthlyUse, now: Date): number {
  const own = ownSearches(use, now)
  return use.tier === 'pro' ? own : Math.max(own, sharedSearches(use, now))
}

/**
 * Whether an account may make another search this month. The transaction that counts the search checks this
 * again (save-search-rows.ts).
 */
export function userAllowance(use: MonthlyUse, now: Date): Allowance {
  if (use.tier === 'pro' || searchesThisMonth(use, now) < limits.freeSearchesPerMonth)
    return { allowed: true }
  const ownEnd = monthlyPeriod(use.periodStart, now).end
  const isShared = sharedSearches(use, now) >= limits.freeSearchesPerMonth && use.shared !== null
  const isOwn = ownSearches(use, now) >= limits.freeSearchesPerMonth
  const ends = [...(isOwn ? [ownEnd] : []), ...(isShared && use.shared !== null ? [use.shared.until] : [])]
  const until = new Date(Math.max(...ends.map((end) => end.getTime())))
  return { allowed: false, because: 'monthly_limit', until }
}
