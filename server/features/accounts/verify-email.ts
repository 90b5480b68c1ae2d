import type { Acknowledgement } from '#contract/accounts.ts'
import { AppError } from '#server/errors.ts'
import type { Clock } from '#server/ports.ts'
import type { AttemptLimiter } from './limit-attempts.ts'
import type { MailedTokenStore } from './mailed-token-store.ts'

export type VerifyEmail = {
  tokens: Pick<MailedTokenStore, 'verifyEmail'>
  attempts: Pick<AttemptLimiter, 'take'>
  clock: Clock
}

/** Takes the mailed token as proof that its holder reads the address it was sent to. */
export async function verifyEmail(
  deps: VerifyEmail,
  { address }: { address: string },
  token: string,
): Promise<Acknowledgement> {
  await deps.attempts.take('verify-email', { address })
  if (await deps.tokens.verifyEmail(token, deps.clock())) {
    return { message: 'Your email address is confirmed.' }
  }
  throw new AppError('invalid_link', 'The verification token is unknown, used or expired', {
    userMessage: 'This confirmation link is invalid or has expired. Sign in to ask for a new one.',
  })
}
