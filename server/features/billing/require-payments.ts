import type { PaymentMode } from '#contract/billing.ts'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { type Payments, PaymentsError } from '#server/payment-ports.ts'
import type { makeBillingStore, makePaymentEventStore } from './billing-store.ts'
import type { PaymentConfigStore } from './payment-config-store.ts'

/** The provider in each mode. Null if it has no keys. */
export type PaymentsByMode = Record<PaymentMode, Payments | null>

export function requirePayments(payments: PaymentsByMode, mode: PaymentMode): Payments {
  const found = payments[mode]
  if (found !== null) return found
  throw new AppError('billing_not_set_up', `Billing is not set up for the ${mode} mode`, {
    userMessage: 'Billing is not set up on this site yet. Nothing was charged.',
  })
}

/** Turns a provider failure into the error for callers, with a message for each kind. */
export async function translateFailure<T>(
  asked: Promise<T>,
  describe: (error: PaymentsError) => { message: string; userMessage?: string } = () => ({
    message: 'The payment provider failed; nothing was changed',
  }),
): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error
    const { message, ...more } = describe(error)
    throw new AppError('payments_unavailable', message, { ...more, cause: error })
  }
}

export type BillingCaller = { userId: string; address: string }

/** The dependencies of billing; a use case picks what it needs. */
export type Billing = {
  clock: Clock
  publicUrl: string
  payments: PaymentsByMode
  billing: ReturnType<typeof makeBillingStore>
  paymentConfig: PaymentConfigStore
  events: ReturnType<typeof makePaymentEventStore>
  /** The price from the environment, used until an operator saves one. */
  defaultPrices: Record<PaymentMode, string | null>
  /** A local stand-in simulates the provider, with its own price, whatever was saved. */
  standIn: boolean
  /** Modes and prices validated with the current keys; a price never changes, except that it can be archived. */
  checkedPrices: Set<string>
  /** Counts a call that reaches the payment provider. Throws `too_many_attempts`. */
  takeAttempt: (caller: BillingCaller) => Promise<void>
  /** Called with a failure, without any data of the event. */
  warn: (message: string, details: object) => void
}
