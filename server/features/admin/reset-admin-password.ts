import { limits } from '#contract/limits.ts'
import type { Stranger } from '#server/features/accounts/account-deps.ts'
import { deadLink, type Reset } from '#server/features/accounts/mailed-links.ts'
import type { AdminDeps } from './admin-deps.ts'
import { entryOf } from './audit-store.ts'

type ResetPassword = Pick<
  AdminDeps,
  'admins' | 'attempts' | 'hasher' | 'refuseCommonPassword' | 'adminMails' | 'operatorDelivery' | 'clock'
>

/** The maximum number of links per hour. Further requests by strangers leave the newest link valid. */
const mostMails = 5

const expiryAfter = (now: Date) => new Date(now.getTime() + limits.adminLinkMinutes * 60_000)

/**
 * The operator is looked up after the reply, so that replies for known and unknown names take the same time.
 */
export async function requestAdminReset(
  { admins, attempts, adminMails, operatorDelivery, clock }: ResetPassword,
  { address }: Stranger,
  username: string,
) {
  const { ofAccount } = await attempts.take('forgot-password', { address, account: `admin ${username}` })
  if (ofAccount <= mostMails) {
    operatorDelivery.sendLater('administrator reset link', async () => {
      const admin = await admins.findAdminByName(username)
      if (admin === null) return null
      const by = { username: admin.username, address }
      const entry = entryOf(clock, by, { action: 'password_reset_requested' })
      return adminMails.resetLink(await admins.saveResetToken(admin, expiryAfter(entry.at), entry))
    })
  }
  return { message: 'If an administrator with that username exists, a reset link was sent to the operator.' }
}

/** Makes a link for somebody who can run a command on the server, in case mail fails. Null before setup. */
export async function makeResetLink(
  { admins, clock }: Pick<AdminDeps, 'admins' | 'clock'>,
  resetLink: (token: string) => string,
): Promise<string | null> {
  const admin = await admins.findFirstAdmin()
  if (admin === null) return null
  const entry = entryOf(clock, { username: admin.username }, { action: 'password_reset_requested' })
  return resetLink(await admins.saveResetToken(admin, expiryAfter(entry.at), entry))
}

/**
 * Sets a new password for the person with the link and ends all sessions of the operator. The link works
 * once.
 */
export async function resetAdminPassword(deps: ResetPassword, { address }: Stranger, reset: Reset) {
  const { token, password } = reset
  await deps.attempts.take('reset-password', { address })
  const refuseLink = (): never => {
    throw deadLink()
  }
  // The token is checked before the password is hashed, so that invalid tokens cost no hash. If the password
  // is refused, the link stays valid.
  const { username } = (await deps.admins.findReset(token, deps.clock())) ?? refuseLink()
  deps.refuseCommonPassword(password, username)
  const passwordHash = await deps.hasher.hashPassword(password)
  const entry = entryOf(deps.clock, { username, address }, { action: 'password_reset' })
  if (!(await deps.admins.resetPassword({ token, passwordHash }, entry))) return refuseLink()
  deps.operatorDelivery.sendLater('administrator password changed', async () =>
    deps.adminMails.passwordChanged(),
  )
  return { message: 'The administrator password was reset. Sign in with the new one.' }
}
