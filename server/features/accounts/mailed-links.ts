import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import type { AccountDeps, PasswordDeps, Stranger } from './account-deps.ts'
import { accountKey } from './limit-attempts.ts'

type MailedLinks = PasswordDeps & Pick<AccountDeps, 'tokens' | 'accountMails' | 'delivery' | 'clock'>

/** The maximum number of mails per hour. Further requests by strangers leave the newest link valid. */
const mostMailsToOwner = 5

/**
 * The account is looked up after the reply, so that replies for known and unknown addresses take the same
 * time.
 */
export async function requestPasswordReset(deps: MailedLinks, { address }: Stranger, email: string) {
  const { ofAccount } = await deps.attempts.take('forgot-password', { address, account: email })
  deps.recordEvent({ event: 'password_reset_requested', address, account: accountKey(email) })
  if (ofAccount <= mostMailsToOwner) {
    deps.delivery.sendLater('password reset link', async () => {
      const expiresAt = new Date(deps.clock().getTime() + limits.resetLinkMinutes * 60_000)
      const made = await deps.tokens.savePasswordResetToken(email, expiresAt)
      if (made !== null) return deps.accountMails.resetLink(made.email, made.token)
      const unproven = await deps.tokens.findOperatorsGuess(email)
      return unproven === null ? null : deps.accountMails.noResetLink(unproven)
    })
  }
  return { message: 'If an account with that email exists, a password reset link has been sent.' }
}

export const deadLink = () =>
  new AppError('invalid_link', 'The reset token is unknown, used or expired', {
    userMessage: 'This password reset link is invalid or has expired.',
  })

/** The token from a mailed link, and the new password. */
export type Reset = { token: string; password: string }

/**
 * Sets a new password for the person with the mailed token and ends all their sessions. The token works once.
 */
export async function resetPassword(deps: MailedLinks, { address }: Stranger, reset: Reset) {
  const { token, password } = reset
  await deps.attempts.take('reset-password', { address })
  const refuseLink = (): never => {
    deps.recordEvent({ event: 'password_reset_failed', address })
    throw deadLink()
  }
  // The token is checked before the password is hashed, so that invalid tokens cost no hash. If the password
  // is refused, the link stays valid.
  const open = (await deps.tokens.findPasswordReset(token, deps.clock())) ?? refuseLink()
  deps.refuseCommonPassword(password, open.email)
  const passwordHash = await deps.hasher.hashPassword(password)
  const { userId, email } =
    (await deps.tokens.resetPassword({ token, passwordHash, now: deps.clock() })) ?? refuseLink()
  deps.recordEvent({ event: 'password_reset', userId, address })
  deps.delivery.sendLater('password changed', async () => deps.accountMails.passwordChanged(email))
  return { message: 'Your password was reset. Sign in with the new one.' }
}

type SendVerification = Pick<MailedLinks, 'tokens' | 'accountMails' | 'delivery' | 'clock'>

/** Mails the user a link that verifies their address. If the address is verified already, nothing is sent. */
export function sendVerification(deps: SendVerification, userId: string) {
  deps.delivery.sendLater('address verification link', async () => {
    const expiresAt = new Date(deps.clock().getTime() + limits.verificationLinkHours * 3_600_000)
    const made = await deps.tokens.saveVerificationToken(userId, expiresAt)
    return made === null ? null : deps.accountMails.verifyAddress(made.email, made.token)
  })
  return { message: 'If your address is not confirmed yet, a link to confirm it has been sent.' }
}

export async function resendVerification(
  deps: MailedLinks,
  { address, userId }: { address: string; userId: string },
) {
  await deps.attempts.take('send-verification', { address, account: userId })
  return sendVerification(deps, userId)
}

/**
 * Accepts the mailed token as proof that the caller can read the mailbox. An address that an operator set may
 * be a stranger's, so its token proves something only in the account's own session.
 */
export async function verifyEmail(
  deps: MailedLinks,
  { address, userId }: Stranger & { userId: string | null },
  token: string,
) {
  await deps.attempts.take('verify-email', { address })
  const outcome = await deps.tokens.verifyEmail({ token, now: deps.clock(), caller: userId })
  if (outcome === 'verified') return { message: 'Your email address is confirmed.' }
  if (outcome === 'signed_out') {
    const userMessage =
      'Sign in to the account first, with this address and the password. Then open the link from the mail again.'
    throw new AppError('sign_in_to_confirm', 'The operator set the address of the account', { userMessage })
  }
  throw new AppError('invalid_link', 'The verification token is unknown, used or expired', {
    userMessage: 'This confirmation link is invalid or has expired. Sign in to ask for a new one.',
  })
}
