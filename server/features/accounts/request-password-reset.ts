import type { Acknowledgement } from '#contract/accounts.ts'
import type { Clock } from '#server/ports.ts'
import { type AccountMails, resetLinkMinutes } from './account-mails.ts'
import { type AttemptLimiter, accountKey } from './limit-attempts.ts'
import type { MailDelivery } from './mail-delivery.ts'
import type { MailedTokenStore } from './mailed-token-store.ts'
import type { RecordSecurityEvent } from './security-event.ts'

export type RequestPasswordReset = {
  tokens: Pick<MailedTokenStore, 'savePasswordResetToken'>
  attempts: Pick<AttemptLimiter, 'take'>
  accountMails: AccountMails
  delivery: Pick<MailDelivery, 'later'>
  recordEvent: RecordSecurityEvent
  clock: Clock
}

/** In an hour. Beyond it the newest link stays the one that works, so that strangers cannot void it for ever. */
const mostMailsToOwner = 5

/** Looks for the account only after the reply, so that known and unknown addresses take the same time. */
export async function requestPasswordReset(
  deps: RequestPasswordReset,
  { address }: { address: string },
  email: string,
): Promise<Acknowledgement> {
  const { ofAccount } = await deps.attempts.take('forgot-password', { address, account: email })
  deps.recordEvent({ event: 'password_reset_requested', address, account: accountKey(email) })
  if (ofAccount <= mostMailsToOwner) {
    deps.delivery.later('password reset link', async () => {
      const expiresAt = new Date(deps.clock().getTime() + resetLinkMinutes * 60_000)
      const made = await deps.tokens.savePasswordResetToken(email, expiresAt)
      return made === null ? null : deps.accountMails.resetLink(made.email, made.token)
    })
  }
  return { message: 'If an account with that email exists, a password reset link has been sent.' }
}
