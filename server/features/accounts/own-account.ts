import { AppError, requireUser, tooOften } from '#server/errors.ts'
import type { AccountDeps, OwnVisit, PasswordDeps, Visit } from './account-deps.ts'
import { attemptIdentifiersOf } from './limit-attempts.ts'
import type { Names, User } from './user-store.ts'
import { streamAccount } from './write-account.ts'

type Profiles = Pick<AccountDeps, 'users'>

export async function describeUser({ users }: Profiles, user: User) {
  return {
    id: user.id,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    // Anybody can sign up with the operator's address, so only a confirmed address counts.
    isAdmin: user.emailVerifiedAt !== null && (await users.isAdminAddress(user.email)),
    subscriptionTier: user.subscriptionTier,
    emailVerified: user.emailVerifiedAt !== null,
    hasPassword: user.password !== null,
    mustChangePassword: user.mustChangePassword,
    hasBillingAccount: user.stripeCustomerId !== null,
    createdAt: user.createdAt.toISOString(),
  }
}

export async function readProfile(deps: Profiles, userId: string) {
  return describeUser(deps, requireUser(await deps.users.findUserById(userId)))
}

export async function updateProfile(deps: Profiles, userId: string, names: Names) {
  return describeUser(deps, requireUser(await deps.users.updateNames(userId, names)))
}

type ChangePassword = PasswordDeps & Pick<AccountDeps, 'users' | 'notify'>

type Passwords = { currentPassword?: string | undefined; newPassword: string }

/** A user who only signs in with a provider has no current password to enter. */
export async function requireProof(
  deps: Pick<AccountDeps, 'hasher'>,
  user: User,
  { currentPassword }: Pick<Passwords, 'currentPassword'>,
): Promise<void> {
  if (user.password === null) return
  if (!(await deps.hasher.verifyPassword(user.password, currentPassword ?? ''))) throw wrongPassword()
}

const wrongPassword = () =>
  new AppError('wrong_password', 'The current password is wrong', {
    userMessage: 'Your current password is not correct. Please try again.',
  })

/** Sets a new password after checking the current one. All other sessions end, and this one gets a new id. */
export async function changePassword(
  deps: ChangePassword,
  { address, session, userId }: OwnVisit,
  passwords: Passwords,
) {
  const who = { address, account: userId }
  await deps.attempts.take('change-password', who)
  const user = requireUser(await deps.users.findUserById(userId))
  await requireProof(deps, user, passwords)
  deps.refuseCommonPassword(passwords.newPassword, user.email)
  const passwordHash = await deps.hasher.hashPassword(passwords.newPassword)
  const ended = await deps.users.setPassword(userId, passwordHash)
  // If this session was ended during the request, it is not started again.
  if (ended.includes(session.publicId)) await session.signIn(userId)
  else await session.signOut()
  await deps.attempts.forgive('change-password', who)
  deps.recordEvent({ event: 'password_changed', userId, address })
  deps.notify.passwordChanged(user)
  return { message: 'Your password was changed. You were signed out everywhere else.' }
}

type DeleteAccount = Pick<
  AccountDeps,
  | 'users'
  | 'accountData'
  | 'attempts'
  | 'hasher'
  | 'beforeDeletion'
  | 'accountMails'
  | 'delivery'
  | 'recordEvent'
>

/** A user without a password confirms by typing their address. */
async function requireConfirmation(deps: DeleteAccount, user: User, typed: string): Promise<void> {
  if (user.password === null) {
    if (typed.trim().toLowerCase() === user.email.toLowerCase()) return
    throw new AppError('wrong_password', 'The address typed is not that of the account', {
      userMessage: 'This is not the email address of your account. Please try again.',
    })
  }
  if (!(await deps.hasher.verifyPassword(user.password, typed))) throw wrongPassword()
}

/** Deletes a user after their confirmation, with all data about them, and notifies them by mail. */
export async function deleteAccount(
  deps: DeleteAccount,
  { address, session, userId }: Visit & { userId: string },
  typed: string,
) {
  await deps.attempts.take('delete-account', { address, account: userId })
  const user = requireUser(await deps.users.findUserById(userId))
  await requireConfirmation(deps, user, typed)
  for (const end of deps.beforeDeletion) await end(userId)
  // Deletes from the tables in account-data-store.ts, and from those that reference `users` with `cascade` in
  // the schemas.
  await deps.accountData.deleteAccount(userId, attemptIdentifiersOf(user))
  await session.signOut()
  deps.recordEvent({ event: 'account_deleted', userId, address })
  deps.delivery.sendLater('account deleted', async () => deps.accountMails.accountDeleted(user.email))
  return { message: 'Your account and everything kept with it were deleted.' }
}

type ExportAccount = Pick<
  AccountDeps,
  'accountData' | 'users' | 'clock' | 'exportMaterial' | 'mayExport' | 'exports'
>

/** Shown to somebody whose earlier download is not finished. */
const stillExporting = () =>
  new AppError('too_many_attempts', 'The data of this account is being exported already', {
    userMessage: 'Your data is already being downloaded. Please wait until that download is finished.',
    retryAfterSeconds: 60,
  })

/**
 * All data about the user as one JSON file. Throws `too_many_attempts` while another file of the account is
 * being written, or after two in a minute.
 */
export async function exportAccount(deps: ExportAccount, userId: string) {
  const { running, takeTurn } = deps.exports
  if (running.has(userId)) throw stillExporting()
  running.add(userId)
  const end = () => running.delete(userId)
  try {
    if (!(await deps.mayExport(userId))) throw tooOften('The data was exported too often', 'downloads')
    const { password, ...profile } = requireUser(await deps.users.findUserById(userId))
    const account = {
      profile: { ...profile, hasPassword: password !== null },
      ...(await takeTurn(() => deps.accountData.readAccountData(userId, attemptIdentifiersOf(profile)))),
    }
    const content = streamAccount({ ...deps, takeTurn }, account, userId).once('close', end)
    return { fileName: 'unmet-account.json', mediaType: 'application/json; charset=utf-8', content }
  } catch (error) {
    end()
    throw error
  }
}
