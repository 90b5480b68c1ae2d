import type { DeletionFailure } from '#contract/admin-users.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import { type Actor, entryOf } from './actor.ts'
import type { AuditStore, NewAuditEntry } from './audit-store.ts'
import type { ListedUserRow } from './listed-users-store.ts'
import { protectedReason, type RequireTarget, requireUnprotected, requireUser } from './require-target.ts'

export type DeleteUsers = RequireTarget & {
  /** What has to end outside before an account may go, in order; a failure keeps the account. */
  beforeDeletion: readonly ((userId: string) => Promise<void>)[]
  /** Removes the account with all that is held about it, together with its line in the audit log. */
  removeAccount: (user: { id: string; email: string }, entry: NewAuditEntry) => Promise<void>
  audit: Pick<AuditStore, 'recordEntry'>
  warn: (message: string, cause: unknown) => void
  clock: Clock
}

/** The payment provider is asked about each, so a few go at a time; the rest of the pool is for people. */
const atOnce = 4

/** Of a deleted person no more is kept than it takes to recognise them: a letter and the domain. */
function maskEmail(email: string): string {
  return `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Something went wrong on our side; the account was kept.'
  if (error.code === 'protected_account') return protectedReason
  if (error.code === 'not_found') return 'This user does not exist any more.'
  if (error.code === 'payments_unavailable') {
    return 'The subscription could not be ended at the payment provider; the account was kept.'
  }
  return error.userMessage ?? error.message
}

async function endAndRemove(deps: DeleteUsers, by: Actor, user: ListedUserRow): Promise<void> {
  for (const end of deps.beforeDeletion) await end(user.id)
  const more = { targetUserId: user.id, details: `The account of ${maskEmail(user.email)}.` }
  await deps.removeAccount(user, entryOf(deps.clock, by, { action: 'user_deleted', ...more }))
}

/** Null when the account is gone, whole; else why it is as it was. */
async function deleteUser(deps: DeleteUsers, by: Actor, userId: string): Promise<DeletionFailure | null> {
  let email: string | null = null
  try {
    const user = await requireUser(deps, userId)
    email = user.email
    await endAndRemove(deps, by, requireUnprotected(user))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) deps.warn('A user was not deleted', error)
    const reason = reasonOf(error)
    const more = { targetUserId: userId, details: reason }
    await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'user_deletion_failed', ...more }))
    return { userId, email, reason }
  }
}

/** Deletes each user whole or not at all, and tells apart who is gone and who failed, and why. */
export async function deleteUsers(deps: DeleteUsers, by: Actor, userIds: readonly string[]) {
  const ids = [...new Set(userIds)]
  const failures = new Map<string, DeletionFailure>()
  const waiting = ids.values()
  const work = async () => {
    for (const userId of waiting) {
      const failure = await deleteUser(deps, by, userId)
      if (failure !== null) failures.set(userId, failure)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const deleted = ids.filter((id) => !failures.has(id))
  const errors = ids.flatMap((id) => failures.get(id) ?? [])
  return { deleted, errors, summary: { successfullyDeleted: deleted.length, failed: errors.length } }
}
