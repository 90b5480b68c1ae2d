import { minuteMs } from '#server/clock.ts'

type Window = { most: number; windowMs: number }

/**
 * Attempts on an account are slowed down instead of refused if a refusal would let strangers lock out the
 * account's owner.
 */
type AttemptRule = {
  pair?: Window
  address?: Window
  account?: Window & { beyond: 'refuse' | 'slow' }
}

const attemptRules = {
  login: {
    pair: { most: 5, windowMs: 15 * minuteMs },
    address: { most: 30, windowMs: 15 * minuteMs },
    account: { most: 20, windowMs: 15 * minuteMs, beyond: 'slow' },
  },
  register: {
    pair: { most: 5, windowMs: 15 * minuteMs },
    address: { most: 30, windowMs: 60 * minuteMs },
    account: { most: 3, windowMs: 60 * minuteMs, beyond: 'slow' },
  },
  'forgot-password': {
    pair: { most: 5, windowMs: 15 * minuteMs },
    address: { most: 20, windowMs: 15 * minuteMs },
    account: { most: 3, windowMs: 60 * minuteMs, beyond: 'slow' },
  },
  'reset-password': { address: { most: 20, windowMs: 15 * minuteMs } },
  'verify-email': { address: { most: 20, windowMs: 15 * minuteMs } },
  'send-verification': { account: { most: 3, windowMs: 15 * minuteMs, beyond: 'refuse' } },
  'change-password': { account: { most: 5, windowMs: 15 * minuteMs, beyond: 'refuse' } },
  // Only somebody who knows the password reaches this step, so a refusal can lock out nobody else.
  'second-factor': { account: { most: 5, windowMs: 15 * minuteMs, beyond: 'refuse' } },
  'delete-account': { account: { most: 5, windowMs: 15 * minuteMs, beyond: 'refuse' } },
  billing: { account: { most: 60, windowMs: 15 * minuteMs, beyond: 'refuse' } },
  'provider-sign-in': { address: { most: 60, windowMs: 15 * minuteMs } },
} as const satisfies Record<string, AttemptRule>

export type AttemptAction = keyof typeof attemptRules

/** No bucket lasts longer than this, so older buckets can be deleted. */
export const longestWindowMs = 60 * minuteMs

export type AttemptCounter = Window & {
  kind: 'pair' | 'address' | 'account'
  identifier: string
  endpoint: string
  bucketStart: Date
}

export const accountIdentifier = (accountKey: string) => `account:${accountKey}`

/** The buckets in which an attempt is counted. Windows start at multiples of their length since 1970. */
export function attemptCounters(
  action: AttemptAction,
  who: { address: string; accountKey: string | undefined },
  now: Date,
): AttemptCounter[] {
  const { address, accountKey } = who
  const rule: AttemptRule = attemptRules[action]
  const account = accountKey === undefined ? null : accountIdentifier(accountKey)
  const names = {
    pair: { identifier: account, endpoint: `${action}@${address}` },
    address: { identifier: `address:${address}`, endpoint: action },
    account: { identifier: account, endpoint: action },
  }
  return (['pair', 'address', 'account'] as const).flatMap((kind) => {
    const window = rule[kind]
    const { identifier, endpoint } = names[kind]
    if (window === undefined || identifier === null) return []
    const { most, windowMs } = window
    const bucketStart = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
    return [{ kind, identifier, endpoint, bucketStart, most, windowMs }]
  })
}

export type Verdict = { allowed: true; slowByMs: number } | { allowed: false; retryAfterSeconds: number }

const slowStepMs = 200
const slowMostMs = 3_000

export function judgeAttempt(
  action: AttemptAction,
  counters: readonly (AttemptCounter & { count: number })[],
  now: Date,
): Verdict {
  const rule: AttemptRule = attemptRules[action]
  const beyond = counters.filter(({ count, most }) => count > most)
  const isRefusing = ({ kind }: AttemptCounter) => kind !== 'account' || rule.account?.beyond === 'refuse'
  const waits = beyond
    .filter(isRefusing)
    .map(({ bucketStart, windowMs }) => bucketStart.getTime() + windowMs - now.getTime())
  if (waits.length > 0) return { allowed: false, retryAfterSeconds: Math.ceil(Math.max(...waits) / 1000) }
  const excess = Math.max(0, ...beyond.map(({ count, most }) => count - most))
  return { allowed: true, slowByMs: Math.min(slowMostMs, excess * slowStepMs) }
}
