import type { PaymentMode } from '#contract/billing.ts'
import { AppError } from '#server/errors.ts'
import { type Payments, PaymentsError } from '#server/ports.ts'

/** The provider in each mode; null where this installation has no keys. */
export type PaymentsByMode = Record<PaymentMode, Payments | null>

export function requirePayments(payments: PaymentsByMode, mode: PaymentMode): Payments {
  const found = payments[mode]
  if (found !== null) return found
  throw new AppError('billing_not_set_up', `Billing is not set up for the ${mode} mode`, {
    userMessage: 'Billing is not set up on this site yet. Nothing was charged.',
  })
}

/** Turns a failure at the provider into the error that callers see, each in its own words. */
export async function translateFailure<T>(
  asked: Promise<T>,
  describe: DescribeFailure = describeGenerally,
): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    const { message, ...more } = describe(error)
    throw new AppError('payments_unavailable', message, { ...more, cause: error })
  }
}

type DescribeFailure = (error: PaymentsError) => { message: string; userMessage?: string }

const describeGenerally: DescribeFailure = () => ({
  message: 'The payment provider did not do it; nothing was changed',
})

export type BillingCaller = { userId: string; address: string }

/** Counts a call that asks the payment provider. Throws `too_many_attempts`. */
export type TakeBillingAttempt = (caller: BillingCaller) => Promise<void>
