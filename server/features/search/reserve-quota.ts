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
import type { SearchStore, SearchToKeep, TakenEntitlement, Visitor } from './search-store.ts'
import type { UsageStore } from './usage-store.ts'

/** Who searches: a browser, and the account that is signed in there, if any. */
export type Searcher = ({ kind: 'visitor' } | { kind: 'user'; userId: string; tier: SubscriptionTier }) &
  Visitor

/** Room for one more search, and in which bucket it counts. */
export type Entitlement = TakenEntitlement

/** A kept search; one that found nothing is free, so often a day. */
export type ReservedSearch = { sessionId: string; free: boolean }

export type ReserveQuota = {
  store: Pick<SearchStore, 'findSearchesToday' | 'saveVisitorSearch' | 'saveUserSearch' | 'saveEmptySearch'>
  usage: Pick<UsageStore, 'findMonthlyUse'>
  visitorLimits: VisitorLimits
  /** Whether people can pay for Pro here. */
  proIsSold: boolean
}

/** What people are told; Pro is named where it can be paid for. */
function userMessageOf(because: Refusal['because'], proIsSold: boolean): string {
  if (because === 'monthly_limit') {
    const used = 'You have used your 2 free searches this month.'
    return proIsSold ? `${used} Upgrade to Pro for unlimited searches.` : used
  }
  const signIn = 'Sign in to get 2 free searches per month'
  return proIsSold ? `${signIn}, or upgrade to Pro for unlimited access.` : `${signIn}.`
}

const confirmAddress =
  'Your network has used up its free searches of today. Confirm your email address to use those of your account.'

function refuse({ because, until }: Refusal, now: Date, userMessage: string): never {
  const isMonthly = because === 'monthly_limit'
  throw new AppError(because, isMonthly ? 'Monthly limit reached' : 'Free searches used up today', {
    userMessage,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  })
}

async function entitleVisitor(deps: ReserveQuota, visitor: Visitor, now: Date): Promise<Entitlement> {
  const day = dayStart(now)
  const today = await deps.store.findSearchesToday(visitor, day)
  const allowance = visitorAllowance(today, deps.visitorLimits, now)
  if (!allowance.allowed) refuse(allowance, now, userMessageOf(allowance.because, deps.proIsSold))
  return { kind: 'visitor', visitor, day }
}

async function entitleUser(
  deps: ReserveQuota,
  userId: string,
  address: string,
  now: Date,
): Promise<Entitlement> {
  const use = await deps.usage.findMonthlyUse(userId)
  if (use === null) throw new AppError('unauthenticated', 'Sign in first')
  const allowance = userAllowance(use, now)
  if (!allowance.allowed) refuse(allowance, now, userMessageOf(allowance.because, deps.proIsSold))
  const { allowanceHash, emailVerified } = use
  const day = dayStart(now)
  if (use.tier === 'free' && !emailVerified) {
    const { byAddress } = await deps.store.findSearchesToday({ visitorId: '', address }, day)
    const ofNetwork = visitorAllowance({ byVisitor: 0, byAddress }, deps.visitorLimits, now)
    if (!ofNetwork.allowed) refuse(ofNetwork, now, confirmAddress)
  }
  const period = monthlyPeriod(use.periodStart, now)
  return { kind: 'user', userId, address, period, allowanceHash, emailVerified, day }
}

/** Ends a search before it begins when nothing is left of the searcher's day or month. */
export async function requireEntitlement(
  deps: ReserveQuota,
  searcher: Searcher,
  now: Date,
): Promise<Entitlement> {
  if (searcher.kind === 'visitor') return entitleVisitor(deps, searcher, now)
  return entitleUser(deps, searcher.userId, searcher.address, now)
}

/** Keeps a search that found nothing without taking one from the allowance; null beyond so many a day. */
async function keepEmpty(
  { store }: ReserveQuota,
  entitlement: Entitlement,
  search: SearchToKeep,
): Promise<string | null> {
  const { day } = entitlement
  const mostEmpty = limits.emptySearchesPerDay
  if (entitlement.kind === 'user') {
    const { userId, address } = entitlement
    const owner = { userId, address, visitorId: null }
    return store.saveEmptySearch({ owner, person: `user:${userId}`, day }, search, mostEmpty)
  }
  const { visitor } = entitlement
  const owner = { ...visitor, userId: null }
  return store.saveEmptySearch({ owner, person: `visitor:${visitor.visitorId}`, day }, search, mostEmpty)
}

/**
 * Takes one search from the allowance and keeps it, both or neither. Refused when others took the last one meanwhile.
 * `mayBeFree`: the answer is whole, so that it costs nothing when it is empty.
 */
export async function reserveQuota(
  deps: ReserveQuota,
  entitlement: Entitlement,
  search: SearchToKeep,
  mayBeFree = true,
): Promise<ReservedSearch> {
  if (mayBeFree && search.answer.posts.length === 0) {
    const sessionId = await keepEmpty(deps, entitlement, search)
    if (sessionId !== null) return { sessionId, free: true }
  }
  if (entitlement.kind === 'visitor') {
    const sessionId = await deps.store.saveVisitorSearch(entitlement, search, deps.visitorLimits)
    if (sessionId !== null) return { sessionId, free: false }
    await entitleVisitor(deps, entitlement.visitor, search.searchedAt)
  } else {
    const most = { free: limits.freeSearchesPerMonth, perAddress: deps.visitorLimits.perAddress }
    const sessionId = await deps.store.saveUserSearch(entitlement, search, most)
    if (sessionId !== null) return { sessionId, free: false }
    await entitleUser(deps, entitlement.userId, entitlement.address, search.searchedAt)
  }
  throw new AppError('overloaded', 'Another search of yours was just being counted; try again', {
    retryAfterSeconds: 1,
  })
}
