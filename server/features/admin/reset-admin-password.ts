import type { AttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import type { MailDelivery } from '#server/features/accounts/mail-delivery.ts'
import { layoutMail } from '#server/features/accounts/mail-layout.ts'
import { deadLink } from '#server/features/accounts/mailed-links.ts'
import type { Clock, Mail } from '#server/ports.ts'
import type { AdminStore } from './admin-store.ts'
import { entryOf } from './audit-store.ts'

export const adminLinkMinutes = 30

type AdminMails = ReturnType<typeof makeAdminMails>

/** Where the link leads that sets an administrator's password; built from the configured public address alone. */
export function adminResetLink(publicUrl: string, token: string): string {
  const link = new URL('/admin/reset-password', publicUrl)
  link.searchParams.set('token', token)
  return link.href
}

export function makeAdminMails(publicUrl: string, to: string) {
  return {
    resetLink: (token: string): Mail =>
      layoutMail({
        to,
        subject: 'Reset the administrator password of Unmet',
        paragraphs: [
          'Somebody, most likely you, asked for a new password for the administrator of your Unmet.',
          `The link works once and for ${adminLinkMinutes} minutes. Only the newest link works.`,
        ],
        action: { label: 'Set a new password', link: adminResetLink(publicUrl, token) },
        ending: 'If it was not you, do nothing: the password stays as it is.',
      }),

    passwordChanged: (): Mail =>
      layoutMail({
        to,
        subject: 'The administrator password of Unmet was changed',
        paragraphs: ['It was changed by a reset link just now, and all administrator sessions were ended.'],
        action: { label: 'Open the administrator login', link: new URL('/admin/login', publicUrl).href },
        ending: 'If it was you, you need do nothing. If not, run "npm run admin:reset" on the server.',
      }),
  }
}

export type ResetAdminPassword = {
  admins: Pick<AdminStore, 'findAdminByName' | 'saveResetToken' | 'findReset' | 'resetPassword'>
  attempts: Pick<AttemptLimiter, 'take'>
  hashPassword: (password: string) => Promise<string>
  /** Throws `password_too_common`. */
  refuseCommonPassword: (password: string, username: string) => void
  adminMails: AdminMails
  /** To the operator's address, or the outbox where none is set. */
  operatorDelivery: Pick<MailDelivery, 'sendLater'>
  clock: Clock
}

export type MakeResetLink = {
  admins: Pick<AdminStore, 'findFirstAdmin' | 'saveResetToken'>
  resetLink: (token: string) => string
  clock: Clock
}

/** In an hour, whoever asks. Beyond it the newest link stays the one that works. */
const mostMails = 5

const expiryAfter = (now: Date) => new Date(now.getTime() + adminLinkMinutes * 60_000)

/** Looks for the administrator only after the reply, so that known and unknown names take the same time. */
export async function requestAdminReset(
  { admins, attempts, adminMails, operatorDelivery, clock }: ResetAdminPassword,
  { address }: { address: string },
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

/** For the day when mail fails: a link for whoever can run a command on the server. Null before the setup. */
export async function makeResetLink({ admins, resetLink, clock }: MakeResetLink): Promise<string | null> {
  const admin = await admins.findFirstAdmin()
  if (admin === null) return null
  const entry = entryOf(clock, { username: admin.username }, { action: 'password_reset_requested' })
  return resetLink(await admins.saveResetToken(admin, expiryAfter(entry.at), entry))
}

/** Sets a new password for whoever holds the link, once, and ends all sessions of the administrator. */
export async function resetAdminPassword(
  deps: ResetAdminPassword,
  { address }: { address: string },
  { token, password }: { token: string; password: string },
) {
  await deps.attempts.take('reset-password', { address })
  const refuseLink = (): never => {
    throw deadLink()
  }
  // Looked at before hashing, so that made-up tokens cost no hash; a refused password leaves the link usable.
  const { username } = (await deps.admins.findReset(token, deps.clock())) ?? refuseLink()
  deps.refuseCommonPassword(password, username)
  const passwordHash = await deps.hashPassword(password)
  const entry = entryOf(deps.clock, { username, address }, { action: 'password_reset' })
  if (!(await deps.admins.resetPassword({ token, passwordHash }, entry))) return refuseLink()
  deps.operatorDelivery.sendLater('administrator password changed', async () =>
    deps.adminMails.passwordChanged(),
  )
  return { message: 'The administrator password was reset. Sign in with the new one.' }
}
