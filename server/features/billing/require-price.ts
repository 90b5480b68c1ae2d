import type { PaymentMode } from '#contract/billing.ts'
import { AppError } from '#server/errors.ts'
import type { Payments } from '#server/ports.ts'
import type { PaymentConfigStore, SavedPaymentConfig } from './payment-config-store.ts'
import { findPriceFault } from './price-rules.ts'
import { type PaymentsByMode, requirePayments } from './require-payments.ts'

export type FindPrice = {
  payments: PaymentsByMode
  paymentConfig: Pick<PaymentConfigStore, 'readConfig'>
  /** From the environment, until an operator saves one. */
  defaultPrices: Record<PaymentMode, string | null>
  /** Modes and prices of the environment that were found to be right; a price never changes, save that it is archived. */
  checkedPrices: Set<string>
  warn: (message: string, details: object) => void
}

/** The id that an operator saved for the mode, else the environment's. */
function findPriceId(
  { defaultPrices }: Pick<FindPrice, 'defaultPrices'>,
  saved: SavedPaymentConfig,
  mode: PaymentMode,
): string | null {
  const chosen = mode === 'production' ? saved.productionPriceId : saved.sandboxPriceId
  return chosen ?? defaultPrices[mode]
}

/** Asks the provider whether Pro can be sold at the price: monthly, USD, 1.99, active. Gives what is wrong with it. */
export async function checkPrice(payments: Payments, priceId: string): Promise<string | null> {
  return findPriceFault(await payments.findPrice(priceId))
}

/** What Pro is sold at in this mode. A saved price was checked before; one of the environment is checked once. */
export async function requirePrice(deps: FindPrice, mode: PaymentMode): Promise<string> {
  const saved = await deps.paymentConfig.readConfig()
  const priceId = findPriceId(deps, saved, mode)
  const details = { userMessage: 'Billing is not set up on this site yet. Nothing was charged.' }
  if (priceId === null) {
    throw new AppError('billing_not_set_up', `No price is set for the ${mode} mode`, details)
  }
  if (deps.defaultPrices[mode] !== priceId || deps.checkedPrices.has(`${mode} ${priceId}`)) return priceId
  const fault = await checkPrice(requirePayments(deps.payments, mode), priceId)
  if (fault !== null) {
    deps.warn('Pro cannot be sold at the price that is set', { mode, priceId, fault })
    throw new AppError('billing_not_set_up', `Pro cannot be sold at ${priceId}: ${fault}`, details)
  }
  deps.checkedPrices.add(`${mode} ${priceId}`)
  return priceId
}
