import type { SiteFacts } from '#contract/site-facts.ts'
import { stripePayments } from '#server/adapters/stripe/stripe-payments.ts'
import type { PaymentKeys, PaymentsConfig } from '#server/config/payments-config.ts'
import { makeAttemptStore } from '#server/features/accounts/attempt-store.ts'
import { makeAttemptLimiter } from '#server/features/accounts/limit-attempts.ts'
import { makeBillingStore, makePaymentEventStore } from '#server/features/billing/billing-store.ts'
import { makePaymentConfigStore } from '#server/features/billing/payment-config-store.ts'
import type { Billing } from '#server/features/billing/require-payments.ts'
import type { Wired } from './wired.ts'

type BillingDeps = Pick<Wired, 'config' | 'database' | 'logger' | 'refusals' | 'clock' | 'publicUrl'>

export function wireBilling({ config, database, logger, refusals, clock, publicUrl }: BillingDeps): Billing {
  const { production, sandbox, apiUrl } = config.payments
  const connect = (keys: PaymentKeys | null) => keys && stripePayments({ ...keys, apiUrl }, clock)
  const attempts = makeAttemptLimiter({ store: makeAttemptStore(database.db), clock })
  return {
    clock,
    publicUrl,
    payments: { production: connect(production), sandbox: connect(sandbox) },
    standIn: config.payments.standIn,
    defaultPrices: { production: production?.priceId ?? null, sandbox: sandbox?.priceId ?? null },
    checkedPrices: new Set<string>(),
    billing: makeBillingStore(database.db),
    paymentConfig: makePaymentConfigStore(database.db),
    events: makePaymentEventStore(database.db),
    takeAttempt: async ({ userId, address }) => {
      await attempts.take('billing', { account: userId, address })
    },
    warn: (message, details) => {
      if (refusals.mayTell(message)) logger.warn(details, message)
    },
  }
}

/** Whether Pro can be bought, for the pages. */
export function billingFact({ production, sandbox, standIn }: PaymentsConfig): SiteFacts['billing'] {
  if (production === null && sandbox === null) return 'off'
  return standIn ? 'stand-in' : 'on'
}
