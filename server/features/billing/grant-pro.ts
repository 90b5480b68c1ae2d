import { AppError } from '#server/errors.ts'
import type { makeBillingStore } from './billing-store.ts'
import type { Billing } from './require-payments.ts'
import { isPaying } from './subscription-rules.ts'

export type GrantPro = Pick<Billing, 'billing' | 'clock'> & {
  entitlements: Pick<ReturnType<typeof makeBillingStore>, 'setEntitlement'>
}

const noSuchPerson = () => new AppError('not_found', 'There is no such user')

/** Grants Pro without a payment. It stays until an operator revokes it (ADR 11). */
export async function promoteToPro({ entitlements, clock }: GrantPro, userId: string) {
  const promoted = await entitlements.setEntitlement(userId, clock())
  if (promoted === null) throw noSuchPerson()
  return promoted
}

/**
 * Revokes granted Pro. For users who pay, this is refused with the reason, because they keep Pro (ADR 11).
 */
export async function demoteToFree({ billing, entitlements }: GrantPro, userId: string) {
  const person = await billing.findPerson(userId)
  if (person === null) throw noSuchPerson()
  const pays = person.customers.some(({ mode, status }) => mode === 'production' && isPaying(status))
  if (pays) {
    throw new AppError('pays_for_pro', 'The person pays for Pro', {
      userMessage:
        'This person pays for Pro. Cancel or refund the subscription at the payment provider instead.',
    })
  }
  const demoted = await entitlements.setEntitlement(userId, null)
  if (demoted === null) throw noSuchPerson()
  return demoted
}
