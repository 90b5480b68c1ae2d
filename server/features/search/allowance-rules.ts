import type { ErrorCode } from '#contract/error.ts'
import { limits } from '#contract/limits.ts'

/** How many searches were made today from one cookie and from one address. */
export type SearchesToday = { byVisitor: number; byAddress: number }

export type VisitorLimits = { perVisitor: number; perAddress: number }

export type Allowance =
  | { allowed: true }
  | { allowed: false; because: Extract<ErrorCode, 'visitor_daily_limit' | 'address_daily_limit'> }

export function visitorLimits(perAddress: number): VisitorLimits {
  return { perVisitor: limits.visitorSearchesPerDay, perAddress }
}

/** Whether a visitor may search once more today. */
export function visitorAllowance(today: SearchesToday, most: VisitorLimits): Allowance {
  if (today.byVisitor >= most.perVisitor) return { allowed: false, because: 'visitor_daily_limit' }
  if (today.byAddress >= most.perAddress) return { allowed: false, because: 'address_daily_limit' }
  return { allowed: true }
}

/** Days are counted in UTC. */
export function dayStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
}

export function secondsUntilTomorrow(now: Date): number {
  return Math.ceil((dayStart(now).getTime() + 86_400_000 - now.getTime()) / 1000)
}
