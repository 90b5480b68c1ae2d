import type { Acknowledgement } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import { type Actor, entryOf } from './actor.ts'
import type { OperatorPasswordStore } from './operator-password-store.ts'
import { type RequireTarget, requireTarget } from './require-target.ts'

export type ResetUserPassword = RequireTarget & {
  passwords: OperatorPasswordStore
  hashPassword: (password: string) => Promise<string>
  /** A mail, sent after the reply. */
  notifyPasswordChanged: (user: { email: string }) => void
  clock: Clock
}

/** Sets somebody's password for them and ends their sessions. Of a short one they are asked for another at sign-in. */
export async function resetUserPassword(
  deps: ResetUserPassword,
  by: Actor,
  { userId, password }: { userId: string; password: string },
): Promise<Acknowledgement> {
  const user = await requireTarget(deps, userId)
  const passwordHash = await deps.hashPassword(password)
  const change = { passwordHash, mustChangePassword: password.length < limits.passwordCharacters }
  const entry = entryOf(deps.clock, by, { action: 'user_password_reset', targetUserId: userId })
  if (!(await deps.passwords.setUserPassword(userId, change, entry))) {
    throw new AppError('not_found', 'There is no such user')
  }
  deps.notifyPasswordChanged(user)
  return { message: `The password of ${user.email} was reset, and they were signed out everywhere.` }
}
