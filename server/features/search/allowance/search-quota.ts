import { limits, selfHostedHint } from '#contract/limits.ts'
import type { Searcher, Visitor } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import { costsNothing, type FoundAnswer } from '#server/matching/result-rules.ts'
import {
  dayStart,
  monthlyPeriod,
  type Refusal,
  userAllowance,
  type VisitorLimits,
  visitorAllowance,
} from './allowance-rules.ts'
import type { AllowedSearch, QuotaStore, SearchToSave } from './quota-store.ts'
import type { UsageStore } from './usage-store.ts'

/** The search limits. */
export type SearchQuota = ReturnType<typeof makeSearchQuota>

type QuotaDeps = {
  store: QuotaStore
  usage: UsageStore
  visitorLimits: VisitorLimits
  /** Whether Pro can be bought here: with real payments, with a stand-in, or not at all. */
  billing: 'on' | 'stand-in' | 'off'
  /** If the installation is self-hosted, no account has a limit. */
  isSelfHosted: boolean
}

type Offers = Pick<QuotaDeps, 'billing' | 'isSelfHosted'>

/** Effectively unlimited. */
const unlimited = 1_000_000_000

/** Messages for users; Pro is mentioned only if it can be bought. */
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
  'Your network has used up its free searches for today. Confirm your email address to use those of your account.'

function refuse({ because, until }: Refusal, now: Date, userMessage: string): never {
  const isMonthly = because === 'monthly_limit'
  throw new AppError(because, isMonthly ? 'Monthly limit reached' : 'Free searches used up today', {
    userMessage,
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000)),
  })
}

async function allowVisitor(
  parts: QuotaDeps,
  { visitorId, address }: Omit<Visitor, 'kind'>,
  now: Date,
): Promise<AllowedSearch> {
  const day = dayStart(now)
  const today = await parts.store.findSearchesToday({ visitorId, address }, day)
  const allowance = visitorAllowance(today, parts.visitorLimits, now)
  if (!allowance.allowed) refuse(allowance, now, userMessageOf(allowance.because, parts))
  return { kind: 'visitor', visitorId, address, day }
}

async function allowAccount(
  parts: QuotaDeps,
  { userId, address }: { userId: string; address: string },
  now: Date,
): Promise<AllowedSearch> {
  const use = await parts.usage.findMonthlyUse(userId)
  if (use === null) throw new AppError('unauthenticated', 'Sign in first')
  const allowance = userAllowance(use, now)
  if (!allowance.allowed && !parts.isSelfHosted)
    refuse(allowance, now, userMessageOf(allowance.because, parts))
  const { allowanceHash } = use
  // If accounts have no limit, the limit of the network does not apply to them.
  const emailVerified = use.emailVerified || parts.isSelfHosted
  const day = dayStart(now)
  if (use.tier === 'free' && !emailVerified) {
    const { byAddress } = await parts.store.findSearchesToday({ visitorId: '', address }, day)
    const ofNetwork = visitorAllowance({ byVisitor: 0, byAddress }, parts.visitorLimits, now)
    if (!ofNetwork.allowed) refuse(ofNetwork, now, confirmAddress)
  }
  const period = monthlyPeriod(use.periodStart, now)
  return { kind: 'account', userId, address, period, allowanceHash, emailVerified, day }
}

export function makeSearchQuota(parts: QuotaDeps) {
  const { store, visitorLimits } = parts
  const requireAllowance = (who: Searcher | AllowedSearch, now: Date) =>
    who.kind === 'visitor' ? allowVisitor(parts, who, now) : allowAccount(parts, who, now)
  return {
    /** Throws early if the allowance of the day or month is used up. */
    requireAllowance,

    /**
     * Counts a search and saves it in one statement. Throws if concurrent searches have used up the
     * allowance. A search that found nothing, or almost nothing for a misspelt keyword, is free up to a daily
     * limit. A search whose question was already paid for is free as well.
     */
    async reserveSearch(allowed: AllowedSearch, search: SearchToSave): Promise<{ free: boolean }> {
      if (search.isWhole && costsNothing(search.answer)) {
        const free = await store.saveEmptySearch(allowed, search, limits.emptySearchesPerDay)
        if (free) return { free }
      }
      const freePerMonth = parts.isSelfHosted ? unlimited : limits.freeSearchesPerMonth
      const most = { ...visitorLimits, freePerMonth }
      const saved = await store.saveSearch(allowed, search, most)
      if (saved !== null) return saved
      await requireAllowance(allowed, search.searchedAt)
      throw new AppError('overloaded', 'Another search of yours was just being counted; try again', {
        retryAfterSeconds: 1,
      })
    },

    /** Undoes the count of a search without results. Returns false beyond the daily limit. */
    giveBack: (allowed: AllowedSearch) => store.giveBackSearch(allowed, limits.emptySearchesPerDay),
    updateAnswer: (sessionToken: string, answer: FoundAnswer) => store.updateAnswer(sessionToken, answer),
    deleteOldCounts: (now: Date) => store.deleteOldCounts(now, dayStart(now)),
    countToday: (visitor: Visitor, now: Date) => store.findSearchesToday(visitor, dayStart(now)),
  }
}
