import type { PaymentMode } from '#contract/billing.ts'
import type { Clock } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { type Payments, PaymentsError } from '#server/payment-ports.ts'
import type { makeBillingStore, makePaymentEventStore } from './billing-store.ts'
import type { PaymentConfigStore } from './payment-config-store.ts'

/** The provider in each mode; null for a mode without keys. */
export type PaymentsByMode = Record<PaymentMode, Payments | null>

export function requirePayments(payments: PaymentsByMode, mode: PaymentMode): Payments {
  const found = payments[mode]
  if (found !== null) return found
  throw new AppError('billing_not_set_up', `Billing is not set up for the ${mode} mode`, {
    userMessage: 'Billing is not set up on this site yet. Nothing was charged.',
  })
}

/** Turns a failure of the provider into an error for callers, with the messages that `describe` returns. */
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

/** The dependencies of billing, of which each use case picks those that it needs. */
export type Billing = {
  clock: Clock
  publicUrl: string
  payments: PaymentsByMode
  billing: ReturnType<typeof makeBillingStore>
  paymentConfig: PaymentConfigStore
  events: ReturnType<typeof makePaymentEventStore>
  /** The price from the environment. It is used until an operator saves another price. */
  defaultPrices: Record<PaymentMode, string | null>
  /** Whether a local stand-in simulates the provider. The stand-in always uses its own price. */
  standIn: boolean
  /**
   * Modes and prices that were validated with the current keys. A price never changes, but it can be
   * archived.
   */
  checkedPrices: Set<string>
  /** Counts a call to the payment provider. Throws `too_many_attempts`. */
  takeAttempt: (caller: BillingCaller) => Promise<void>
  /** Called with a failure. `details` contain no data of the event. */
  warn: (message: string, details: object) => void
}
