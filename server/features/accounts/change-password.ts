import type { Acknowledgement } from '#contract/accounts.ts'
import { AppError, requireUser } from '#server/errors.ts'
import type { AccountParts, OwnVisit } from './account-parts.ts'
import type { User } from './user-store.ts'

export type ChangePassword = Pick<
  AccountParts,
  'users' | 'attempts' | 'hasher' | 'refuseCommonPassword' | 'notify' | 'recordEvent'
>

type Passwords = { currentPassword?: string | undefined; newPassword: string }

/** Somebody who only signed in with another provider so far has no password to prove. */
async function requireProof(deps: ChangePassword, user: User, { currentPassword }: Passwords): Promise<void> {
  if (user.password === null) return
  if (!(await deps.hasher.verifyPassword(user.password, currentPassword ?? ''))) throw wrongPassword()
}

export const wrongPassword = () =>
  new AppError('wrong_password', 'The current password is wrong', {
    userMessage: 'Your current password is not correct. Please try again.',
  })

/** Sets a new password for who knows the current one; all other sessions end and this one gets a new id. */
export async function changePassword(
  deps: ChangePassword,
  { address, session, userId, sessionPublicId }: OwnVisit,
  passwords: Passwords,
): Promise<Acknowledgement> {
  const who = { address, account: userId }
  await deps.attempts.take('change-password', who)
  const user = requireUser(await deps.users.findUserById(userId))
  await requireProof(deps, user, passwords)
  deps.refuseCommonPassword(passwords.newPassword, user.email)
  const passwordHash = await deps.hasher.hashPassword(passwords.newPassword)
  const ended = await deps.users.setPassword(userId, passwordHash)
  // A session that was ended while this request ran stays ended.
  if (ended.includes(sessionPublicId)) await session.signIn(userId)
  else await session.signOut()
  await deps.attempts.forgive('change-password', who)
  deps.recordEvent({ event: 'password_changed', userId, address })
  deps.notify.passwordChanged(user)
  return { message: 'Your password was changed. You were signed out everywhere else.' }
}
