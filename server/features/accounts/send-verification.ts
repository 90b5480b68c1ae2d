import type { Acknowledgement } from '#contract/accounts.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import { type AccountMails, verificationLinkHours } from './account-mails.ts'
import type { AttemptLimiter } from './limit-attempts.ts'
import type { MailDelivery } from './mail-delivery.ts'
import type { MailedTokenStore } from './mailed-token-store.ts'

export type SendVerification = {
  tokens: Pick<MailedTokenStore, 'saveVerificationToken'>
  accountMails: AccountMails
  delivery: Pick<MailDelivery, 'sendLater'>
  clock: Clock
}

/** Mails the person a link that proves their address; nothing goes out once it is proved. */
export function sendVerification(deps: SendVerification, userId: string): Acknowledgement {
  deps.delivery.sendLater('address verification link', async () => {
    const expiresAt = new Date(deps.clock().getTime() + verificationLinkHours * 3_600_000)
    const made = await deps.tokens.saveVerificationToken(userId, expiresAt)
    return made === null ? null : deps.accountMails.verifyAddress(made.email, made.token)
  })
  return { message: 'If your address is not confirmed yet, a link to confirm it has been sent.' }
}

export type ResendVerification = SendVerification & { attempts: Pick<AttemptLimiter, 'take'> }

export async function resendVerification(
  deps: ResendVerification,
  { address, userId }: { address: string; userId: string },
): Promise<Acknowledgement> {
  await deps.attempts.take('send-verification', { address, account: userId })
  return sendVerification(deps, userId)
}

export type VerifyEmail = {
  tokens: Pick<MailedTokenStore, 'verifyEmail'>
  attempts: Pick<AttemptLimiter, 'take'>
  clock: Clock
}

/** Takes the mailed token as proof that its holder reads the address it was sent to. */
export async function verifyEmail(deps: VerifyEmail, { address }: { address: string }, token: string) {
  await deps.attempts.take('verify-email', { address })
  if (await deps.tokens.verifyEmail(token, deps.clock())) {
    return { message: 'Your email address is confirmed.' }
  }
  throw new AppError('invalid_link', 'The verification token is unknown, used or expired', {
    userMessage: 'This confirmation link is invalid or has expired. Sign in to ask for a new one.',
  })
}
