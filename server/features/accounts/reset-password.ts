import type { Acknowledgement } from '#contract/accounts.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import type { AccountMails } from './account-mails.ts'
import type { AttemptLimiter } from './limit-attempts.ts'
import type { MailDelivery } from './mail-delivery.ts'
import type { MailedTokenStore } from './mailed-token-store.ts'
import type { RecordSecurityEvent } from './security-event.ts'

export type ResetPassword = {
  tokens: Pick<MailedTokenStore, 'findPasswordReset' | 'resetPassword'>
  attempts: Pick<AttemptLimiter, 'take'>
  /** Throws `password_too_common`. */
  refuseCommonPassword: (password: string, email: string) => void
  hashPassword: (password: string) => Promise<string>
  accountMails: AccountMails
  delivery: Pick<MailDelivery, 'later'>
  recordEvent: RecordSecurityEvent
  clock: Clock
}

/** Sets a new password for whoever holds the mailed token, once, and ends all their sessions. */
export async function resetPassword(
  deps: ResetPassword,
  { address }: { address: string },
  { token, password }: { token: string; password: string },
): Promise<Acknowledgement> {
  await deps.attempts.take('reset-password', { address })
  const refuseLink = (): never => {
    deps.recordEvent({ event: 'password_reset_failed', address })
    throw new AppError('invalid_link', 'The reset token is unknown, used or expired', {
      userMessage: 'This password reset link is invalid or has expired.',
    })
  }
  // Looked at before hashing, so that made-up tokens cost no hash; a refused password leaves the link usable.
  const open = (await deps.tokens.findPasswordReset(token, deps.clock())) ?? refuseLink()
  deps.refuseCommonPassword(password, open.email)
  const passwordHash = await deps.hashPassword(password)
  const { userId, email } =
    (await deps.tokens.resetPassword({ token, passwordHash, now: deps.clock() })) ?? refuseLink()
  deps.recordEvent({ event: 'password_reset', userId, address })
  deps.delivery.later('password changed', async () => deps.accountMails.passwordChanged(email))
  return { message: 'Your password was reset. Sign in with the new one.' }
}
