import type { Acknowledgement } from '#contract/accounts.ts'
import type { Clock } from '#server/ports.ts'
import { type AccountMails, verificationLinkHours } from './account-mails.ts'
import type { AttemptLimiter } from './limit-attempts.ts'
import type { MailDelivery } from './mail-delivery.ts'
import type { MailedTokenStore } from './mailed-token-store.ts'

export type SendVerification = {
  tokens: Pick<MailedTokenStore, 'saveVerificationToken'>
  accountMails: AccountMails
  delivery: Pick<MailDelivery, 'later'>
  clock: Clock
}

/** Mails the person a link that proves their address; nothing goes out once it is proved. */
export function sendVerification(deps: SendVerification, userId: string): Acknowledgement {
  deps.delivery.later('address verification link', async () => {
    const expiresAt = new Date(deps.clock().getTime() + verificationLinkHours * 3_600_000)
    const made = await deps.tokens.saveVerificationToken(userId, expiresAt)
    return made === null ? null : deps.accountMails.verifyAddress(made.email, made.token)
  })
  return { message: 'If your address is not confirmed yet, a link to confirm it has been sent.' }
}

export type ResendVerification = SendVerification & { attempts: Pick<AttemptLimiter, 'take'> }

/** The same, asked for by the person. */
export async function resendVerification(
  deps: ResendVerification,
  { address, userId }: { address: string; userId: string },
): Promise<Acknowledgement> {
  await deps.attempts.take('send-verification', { address, account: userId })
  return sendVerification(deps, userId)
}
