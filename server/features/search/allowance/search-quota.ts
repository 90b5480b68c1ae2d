import type { SubscriptionTier } from '#contract/accounts.ts'
import { limits, selfHostedHint } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import { costsNothing } from '#server/matching/result-rules.ts'
import {
  dayStart,
  monthlyPeriod,
  type Refusal,
  userAllowance,
  type VisitorLimits,
  visitorAllowance,
} from './allowance-rules.ts'
import type { AllowedSearch, QuotaStore, SearchToSave, Visitor } from './quota-store.ts'
import type { UsageStore } from './usage-store.ts'

/** Who searches: a browser, and the account that is signed in there, if any. */
export type Searcher = ({ kind: 'visitor' } | { kind: 'user'; userId: string; tier: SubscriptionTier }) &
  Visitor

/** How many searches a person may make. */
export type SearchQuota = ReturnType<typeof makeSearchQuota>

type QuotaParts = {
  store: QuotaStore
  usage: UsageStore
  visitorLimits: VisitorLimits
  /** Whether people can pay for Pro here: for real, with play money, or not at all. */
  billing: 'on' | 'stand-in' | 'off'
  /** No account has a limit: whoever runs the installation searches here. */
  isSelfHosted: boolean
}

type Offers = Pick<QuotaParts, 'billing' | 'isSelfHosted'>

/** More than anybody searches. */
const unlimited = 1_000_000_000

/** What people read; Pro is named where it can be paid for. */
function userMessageOf(because: Refusal['because'], { billing, isSelfHosted }: Offers): string {
  if (because === 'monthly_limit') {
    const used = `You have used your ${limits.freeSearchesPerMonth} free searches this month.`
    const upgrade = billing === 'off' ? '' : ' Upgrade to Pro for unlimited searches.'
    return `${used}${upgrade}${billing === 'on' ? '' : ` ${selfHostedHint}`}`
  }
  if (isSelfHosted) return 'Sign in to search without a limit.'
  const signIn = `Sign in to get ${limits.freeSearchesPerMonth} free searches per month`
  return billing === 'off' ? `${signIn}.` : `${signIn}, or upgrade to Pro for unlimited access.`
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

async function allowVisitor(
  parts: QuotaParts,
  { visitorId, address }: Visitor,
  now: Date,
): Promise<AllowedSearch> {
  const day = dayStart(now)
  const today = await parts.store.findSearchesToday({ visitorId, address }, day)
  const allowance = visitorAllowance(today, parts.visitorLimits, now)
  if (!allowance.allowed) refuse(allowance, now, userMessageOf(allowance.because, parts))
  return { kind: 'visitor', visitorId, address, day }
}

async function allowUser(
  parts: QuotaParts,
  { userId, address }: { userId: string; address: string },
  now: Date,
): Promise<AllowedSearch> {
  const use = await parts.usage.findMonthlyUse(userId)
  if (use === null) throw new AppError('unauthenticated', 'Sign in first')
  const allowance = userAllowance(use, now)
  if (!allowance.allowed && !parts.isSelfHosted)
    refuse(allowance, now, userMessageOf(allowance.because, parts))
  const { allowanceHash } = use
  // Where nobody has a limit, what others of the network searched counts for nothing.
  const emailVerified = use.emailVerified || parts.isSelfHosted
  const day = dayStart(now)
  if (use.tier === 'free' && !emailVerified) {
    const { byAddress } = await parts.store.findSearchesToday({ visitorId: '', address }, day)
    const ofNetwork = visitorAllowance({ byVisitor: 0, byAddress }, parts.visitorLimits, now)
    if (!ofNetwork.allowed) refuse(ofNetwork, now, confirmAddress)
  }
  const period = monthlyPeriod(use.periodStart, now)
  return { kind: 'user', userId, address, period, allowanceHash, emailVerified, day }
}

export function makeSearchQuota(parts: QuotaParts) {
  const { store, visitorLimits } = parts
  const requireAllowance = (who: Searcher | AllowedSearch, now: Date) =>
    who.kind === 'visitor' ? allowVisitor(parts, who, now) : allowUser(parts, who, now)
  return {
    /** Ends a search before it begins when nothing is left of the searcher's day or month. */
    requireAllowance,

    /**
     * Takes one search and saves it, both or neither. Refused when others took the last one meanwhile. One that found
     * nothing, or next to nothing for a misspelt keyword, is free, so often a day.
     */
    async reserveSearch(allowed: AllowedSearch, search: SearchToSave): Promise<{ free: boolean }> {
      if (search.isWhole && costsNothing(search.answer)) {
        const free = await store.saveEmptySearch(allowed, search, limits.emptySearchesPerDay)
        if (free) return { free }
      }
      const freePerMonth = parts.isSelfHosted ? unlimited : limits.freeSearchesPerMonth
      const most = { ...visitorLimits, freePerMonth }
      if (await store.saveSearch(allowed, search, most)) return { free: false }
      await requireAllowance(allowed, search.searchedAt)
      throw new AppError('overloaded', 'Another search of yours was just being counted; try again', {
        retryAfterSeconds: 1,
      })
    },

    /** Gives back a search that turned out to have found nothing; false beyond the daily limit. */
    giveBack: (allowed: AllowedSearch) => store.giveBackSearch(allowed, limits.emptySearchesPerDay),
    countToday: (visitor: Visitor, now: Date) => store.findSearchesToday(visitor, dayStart(now)),
  }
}
