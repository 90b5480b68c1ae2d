import type { Acknowledgement } from '#contract/accounts.ts'
import { AppError, requireUser } from '#server/errors.ts'
import type { AccountParts, Visit } from './account-parts.ts'
import { wrongPassword } from './change-password.ts'
import { attemptIdentifiersOf } from './limit-attempts.ts'
import type { User } from './user-store.ts'

export type DeleteAccount = Pick<
  AccountParts,
  | 'users'
  | 'accountData'
  | 'attempts'
  | 'hasher'
  | 'beforeDeletion'
  | 'accountMails'
  | 'delivery'
  | 'recordEvent'
>

/** A person who has no password types their address in its place. */
async function requireConfirmation(deps: DeleteAccount, user: User, typed: string): Promise<void> {
  if (user.password === null) {
    if (typed.trim().toLowerCase() === user.email.toLowerCase()) return
    throw new AppError('wrong_password', 'The address typed is not that of the account', {
      userMessage: 'This is not the email address of your account. Please try again.',
    })
  }
  if (!(await deps.hasher.verifyPassword(user.password, typed))) throw wrongPassword()
}

/** Removes the person who confirmed it, with all that is held about them, and notifies them by mail. */
export async function deleteAccount(
  deps: DeleteAccount,
  { address, session, userId }: Visit & { userId: string },
  typed: string,
): Promise<Acknowledgement> {
  await deps.attempts.take('delete-account', { address, account: userId })
  const user = requireUser(await deps.users.findUserById(userId))
  await requireConfirmation(deps, user, typed)
  for (const end of deps.beforeDeletion) await end(userId)
  // Of which tables: account-data-store.ts, and the references to `users` with `cascade` in the schemas.
  await deps.accountData.deleteAccount(userId, attemptIdentifiersOf(user))
  await session.signOut()
  deps.recordEvent({ event: 'account_deleted', userId, address })
  deps.delivery.sendLater('account deleted', async () => deps.accountMails.accountDeleted(user.email))
  return { message: 'Your account and everything kept with it were deleted.' }
}
