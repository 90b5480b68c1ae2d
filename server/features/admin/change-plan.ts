import type { ListedUser } from '#contract/admin-users.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import { type Actor, entryOf } from './actor.ts'
import type { NewAuditEntry } from './audit-store.ts'
import { describeListedUser } from './list-users.ts'
import type { ListedUserRow } from './listed-users-store.ts'
import { type RequireTarget, requireTarget } from './require-target.ts'

export type ChangePlan = RequireTarget & {
  /** Gives Pro without a payment, and takes it back; with its line in the audit log. */
  plans: Record<'promote' | 'demote', (userId: string, entry: NewAuditEntry) => Promise<unknown>>
  clock: Clock
}

async function describeAgain(deps: ChangePlan, user: ListedUserRow): Promise<{ user: ListedUser }> {
  const now = (await deps.listedUsers.findListedUser(user.id)) ?? user
  return { user: describeListedUser(now, deps.clock()) }
}

/** Throws `already_pro` for who has it, paid or given. */
export async function promoteUser(deps: ChangePlan, by: Actor, userId: string) {
  const user = await requireTarget(deps, userId)
  if (user.tier === 'pro') {
    throw new AppError('already_pro', 'The user is Pro already', { userMessage: 'This user is Pro already.' })
  }
  await deps.plans.promote(userId, entryOf(deps.clock, by, { action: 'user_promoted', targetUserId: userId }))
  return describeAgain(deps, user)
}

/** Throws `already_free`, and `pays_for_pro` for who pays. */
export async function demoteUser(deps: ChangePlan, by: Actor, userId: string) {
  const user = await requireTarget(deps, userId)
  if (user.tier === 'free') {
    throw new AppError('already_free', 'The user is on the free plan', {
      userMessage: 'This user is on the free plan already.',
    })
  }
  await deps.plans.demote(userId, entryOf(deps.clock, by, { action: 'user_demoted', targetUserId: userId }))
  return describeAgain(deps, user)
}
