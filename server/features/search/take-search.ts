import type { SubscriptionTier } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import {
  dayStart,
  monthlyPeriod,
  type Refusal,
  userAllowance,
  type VisitorLimits,
  visitorAllowance,
} from './allowance-rules.ts'
import type { SearchStore, SearchToKeep, Visitor } from './search-store.ts'
import type { UsageStore } from './usage-store.ts'

/** Who searches: a browser, and the account that is signed in there, if any. */
export type Searcher = ({ kind: 'visitor' } | { kind: 'user'; userId: string; tier: SubscriptionTier }) &
  Visitor

/** Room for one more search, and in which bucket it counts. */
export type Grant =
  | { kind: 'visitor'; visitor: Visitor; day: Date }
  | { kind: 'user'; userId: string; address: string; periodStart: Date }

export type TakeSearch = {
  store: Pick<SearchStore, 'findSearchesToday' | 'saveVisitorSearch' | 'saveUserSearch'>
  usage: Pick<UsageStore, 'findMonthlyUse'>
  visitorLimits: VisitorLimits
}

function refuse({ because, until }: Refusal, now: Date): never {
  const isMonthly = because === 'monthly_limit'
  throw new AppError(because, isMonthly ? 'Monthly limit reached' : 'Free searches used up today', {
    userMessage: isMonthly
      ? 'You have used your 2 free searches this month. Upgrade to Pro for unlimited searches.'
      : 'Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.',
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  })
}

async function grantVisitor(deps: TakeSearch, visitor: Visitor, now: Date): Promise<Grant> {
  const day = dayStart(now)
  const today = await deps.store.findSearchesToday(visitor, day)
  const allowance = visitorAllowance(today, deps.visitorLimits, now)
  return allowance.allowed ? { kind: 'visitor', visitor, day } : refuse(allowance, now)
}

async function grantUser(deps: TakeSearch, userId: string, address: string, now: Date): Promise<Grant> {
  const use = await deps.usage.findMonthlyUse(userId)
  if (use === null) throw new AppError('unauthenticated', 'Sign in first')
  const allowance = userAllowance(use, now)
  if (!allowance.allowed) refuse(allowance, now)
  return { kind: 'user', userId, address, periodStart: monthlyPeriod(use.periodStart, now).start }
}

/** Ends a search before it begins when nothing is left of the searcher's day or month. */
export async function requireGrant(deps: TakeSearch, searcher: Searcher, now: Date): Promise<Grant> {
  if (searcher.kind === 'visitor') return grantVisitor(deps, searcher, now)
  return grantUser(deps, searcher.userId, searcher.address, now)
}

/**
 * Takes one search from the allowance and keeps it, both or neither; returns its token. Refused when others
 * took the last one meanwhile.
 */
export async function takeSearch(deps: TakeSearch, grant: Grant, search: SearchToKeep): Promise<string> {
  if (grant.kind === 'visitor') {
    const token = await deps.store.saveVisitorSearch(grant, search, deps.visitorLimits)
    if (token !== null) return token
    await grantVisitor(deps, grant.visitor, search.searchedAt)
  } else {
    const token = await deps.store.saveUserSearch(grant, search, limits.freeSearchesPerMonth)
    if (token !== null) return token
    await grantUser(deps, grant.userId, grant.address, search.searchedAt)
  }
  throw new AppError('overloaded', 'Another search of yours was just being counted; try again', {
    retryAfterSeconds: 1,
  })
}
