import { AppError } from '#server/errors.ts'
import { type Payments, PaymentsError } from '#server/payment-ports.ts'
import type { Billing } from './require-payments.ts'
import { isLive } from './subscription-rules.ts'

function refuse(cause: unknown): never {
  throw new AppError('payments_unavailable', 'The subscription could not be cancelled', {
    userMessage:
      'Your account was not deleted, because your subscription could not be cancelled right now. Please try again in a few minutes.',
    cause,
  })
}

async function endAll(payments: Payments, customerId: string): Promise<void> {
  const subscriptions = await payments.listSubscriptions(customerId)
  for (const { id, status } of subscriptions) if (isLive(status)) await payments.cancelSubscription(id)
  await payments.deleteCustomer(customerId)
}

/** Called before an account is deleted, so that its user is not charged any more and cannot pay. */
export async function endBilling(
  { payments, billing }: Pick<Billing, 'payments' | 'billing'>,
  userId: string,
): Promise<void> {
  const person = await billing.findPerson(userId)
  for (const { mode, customerId, status } of person?.customers ?? []) {
    const provider = payments[mode]
    if (provider === null && isLive(status)) refuse(new Error(`The keys of the ${mode} mode are missing`))
    if (provider === null) continue
    try {
      await endAll(provider, customerId)
    } catch (error) {
      if (error instanceof PaymentsError) refuse(error)
      throw error
    }
  }
}
