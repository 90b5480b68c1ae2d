import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { type AttemptAction, accountIdentifier, attemptCounters, judgeAttempt } from './attempt-rules.ts'
import type { makeAttemptStore } from './attempt-store.ts'

/** The caller. `account` is the typed address, or the id of a signed-in user. */
type Attempter = { address: string; account?: string }

/** A short hash of fixed length, so that neither the table nor the log contains a list of addresses. */
export function accountKey(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url').slice(0, 22)
}

export function attemptIdentifiersOf(user: { id: string; email: string }): string[] {
  return [accountIdentifier(accountKey(user.email)), accountIdentifier(accountKey(user.id))]
}

function countersOf(action: AttemptAction, { address, account }: Attempter, now: Date) {
  const key = account === undefined ? undefined : accountKey(account)
  return attemptCounters(action, { address, accountKey: key }, now)
}

function refuse(retryAfterSeconds: number): never {
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const userMessage = `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  throw new AppError('too_many_attempts', 'Too many attempts', { userMessage, retryAfterSeconds })
}

export function makeAttemptLimiter({
  store,
  clock,
}: {
  store: ReturnType<typeof makeAttemptStore>
  clock: Clock
}) {
  return {
    /**
     * Called before a password or token is verified. Throws `too_many_attempts`, or returns how many attempts
     * were made on the account.
     */
    async take(action: AttemptAction, who: Attempter) {
      const now = clock()
      const counted = await store.countAttempt(countersOf(action, who, now))
      const verdict = judgeAttempt(action, counted, now)
      if (!verdict.allowed) refuse(verdict.retryAfterSeconds)
      if (verdict.slowByMs > 0) await pause(verdict.slowByMs)
      return { ofAccount: counted.find(({ kind }) => kind === 'account')?.count ?? 0 }
    },
    /** Called after a successful attempt, so that it does not count against later ones. */
    async forgive(action: AttemptAction, who: Attempter): Promise<void> {
      const counters = countersOf(action, who, clock())
      await store.emptyBuckets(counters.filter(({ kind }) => kind === 'pair'))
      await store.takeBackAttempt(counters.filter(({ kind }) => kind !== 'pair'))
    },
  }
}
