import type { DeletionFailure, ListedUser } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import type { Operator } from '#server/actor.ts'
import { AppError } from '#server/errors.ts'
import type { AdminDeps } from './admin-deps.ts'
import { entryOf } from './audit-store.ts'
import { describeListedUser } from './list-users.ts'
import type { ListedUserRow } from './listed-users-store.ts'

type ManageUsers = Pick<
  AdminDeps,
  | 'listedUsers'
  | 'plans'
  | 'hasher'
  | 'admins'
  | 'notifyPasswordChanged'
  | 'notifyEmailChanged'
  | 'beforeDeletion'
  | 'removeAccount'
  | 'audit'
  | 'warn'
  | 'clock'
>

/** The reason why an operator's account cannot be changed here. */
const protectedReason = 'Admin accounts cannot be changed or deleted.'

async function requireUser({ listedUsers }: ManageUsers, userId: string): Promise<ListedUserRow> {
  const user = await listedUsers.findListedUser(userId)
  if (user !== null) return user
  throw new AppError('not_found', 'There is no such user', {
    userMessage: 'This user does not exist any more.',
  })
}

function refuseProtected({ isAdmin }: ListedUserRow): void {
  if (!isAdmin) return
  throw new AppError('protected_account', 'The account is that of an administrator', {
    userMessage: protectedReason,
  })
}

/** The account that is changed. Throws `not_found`, or `protected_account` for an operator's account. */
async function requireTarget(deps: ManageUsers, userId: string): Promise<ListedUserRow> {
  const user = await requireUser(deps, userId)
  refuseProtected(user)
  return user
}

async function describeAgain(deps: ManageUsers, user: ListedUserRow): Promise<{ user: ListedUser }> {
  const now = (await deps.listedUsers.findListedUser(user.id)) ?? user
  return { user: describeListedUser(now, deps.clock()) }
}

/** Throws `already_pro` if the account already has Pro, paid or granted. */
export async function promoteUser(deps: ManageUsers, by: Operator, userId: string) {
  const user = await requireTarget(deps, userId)
  if (user.tier === 'pro') {
    throw new AppError('already_pro', 'The user is Pro already', { userMessage: 'This user is Pro already.' })
  }
  await deps.plans.promote(userId, entryOf(deps.clock, by, { action: 'user_promoted', targetUserId: userId }))
  return describeAgain(deps, user)
}

/** Throws `already_free`, or `pays_for_pro` if the user pays. */
export async function demoteUser(deps: ManageUsers, by: Operator, userId: string) {
  const user = await requireTarget(deps, userId)
  if (user.tier === 'free') {
    throw new AppError('already_free', 'The user is on the free plan', {
      userMessage: 'This user is on the free plan already.',
    })
  }
  await deps.plans.demote(userId, entryOf(deps.clock, by, { action: 'user_demoted', targetUserId: userId }))
  return describeAgain(deps, user)
}

/** Sets how many watches a person may have. Null restores the plan's limit. */
export async function limitWatches(
  deps: ManageUsers,
  by: Operator,
  { userId, mostWatches }: { userId: string; mostWatches: number | null },
) {
  const user = await requireTarget(deps, userId)
  const details = mostWatches === null ? 'As many as the plan has.' : `At most ${mostWatches}.`
  const entry = entryOf(deps.clock, by, { action: 'user_watches_limited', targetUserId: userId, details })
  if (!(await deps.listedUsers.limitWatches(userId, mostWatches, entry)))
    throw new AppError('not_found', 'There is no such user')
  return describeAgain(deps, user)
}

/** Sets a user's password and ends their sessions. The user has to choose a new one at sign-in. */
export async function resetUserPassword(
  deps: ManageUsers,
  by: Operator,
  { userId, password }: { userId: string; password: string },
) {
  const user = await requireTarget(deps, userId)
  const hash = await deps.hasher.hashPassword(password)
  const change = { password: hash, mustChangePassword: password.length < limits.passwordCharacters }
  const entry = entryOf(deps.clock, by, { action: 'user_password_reset', targetUserId: userId })
  if (!(await deps.listedUsers.setUserPassword(userId, change, entry))) {
    throw new AppError('not_found', 'There is no such user')
  }
  deps.notifyPasswordChanged(user)
  return { message: `The password of ${user.email} was reset, and they were signed out everywhere.` }
}

const takenAddress = (userMessage: string) =>
  new AppError('address_taken', 'The address cannot be given to this account', { userMessage })

/**
 * Sets a user's address. Whoever reads the old mailbox is signed out and told; the new one has to be
 * confirmed. Throws `address_taken`.
 */
export async function changeUserEmail(
  deps: ManageUsers,
  by: Operator,
  { userId, email }: { userId: string; email: string },
) {
  const user = await requireTarget(deps, userId)
  if (email.toLowerCase() === user.email.toLowerCase()) {
    throw takenAddress('This is the address of the account already.')
  }
  if ((await deps.admins.findAdminByName(email)) !== null) {
    throw takenAddress('This address belongs to an administrator.')
  }
  const details = `It was ${maskEmail(user.email)} before.`
  const entry = entryOf(deps.clock, by, { action: 'user_email_changed', targetUserId: userId, details })
  const outcome = await deps.listedUsers.setUserEmail(userId, email, entry)
  if (outcome === 'taken') throw takenAddress('Another account has this address already.')
  if (outcome === 'unknown') throw new AppError('not_found', 'There is no such user')
  deps.notifyEmailChanged({ id: userId, oldEmail: user.email })
  return describeAgain(deps, user)
}

/**
 * Each deletion calls the payment provider. Only a few run at a time, so that connections are left for users.
 */
const atOnce = 4

/** Masks an address, because only the first letter and the domain of a deleted user are logged. */
const maskEmail = (email: string): string => `${email.slice(0, 1)}***${email.slice(email.lastIndexOf('@'))}`

function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'Something went wrong on our side; the account was not deleted.'
  if (error.code === 'protected_account') return protectedReason
  if (error.code === 'not_found') return 'This user does not exist any more.'
  if (error.code === 'payments_unavailable') {
    return 'The subscription could not be cancelled at the payment provider; the account was not deleted.'
  }
  return error.userMessage ?? error.message
}

/** Null if the account was deleted, otherwise the reason why it was not. */
async function deleteUser(deps: ManageUsers, by: Operator, userId: string): Promise<DeletionFailure | null> {
  let email: string | null = null
  try {
    const user = await requireUser(deps, userId)
    email = user.email
    refuseProtected(user)
    for (const end of deps.beforeDeletion) await end(userId)
    const more = { targetUserId: userId, details: `The account of ${maskEmail(email)}.` }
    await deps.removeAccount(user, entryOf(deps.clock, by, { action: 'user_deleted', ...more }))
    return null
  } catch (error) {
    if (!(error instanceof AppError)) deps.warn('A user was not deleted', error)
    const reason = reasonOf(error)
    const more = { targetUserId: userId, details: reason }
    await deps.audit.recordEntry(entryOf(deps.clock, by, { action: 'user_deletion_failed', ...more }))
    return { userId, email, reason }
  }
}

/** Deletes each user in a transaction of its own. Reports who was deleted, and who was not and why. */
export async function deleteUsers(deps: ManageUsers, by: Operator, userIds: readonly string[]) {
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
