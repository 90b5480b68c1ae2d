import type { PaymentMode } from '#contract/billing.ts'
import { limits } from '#contract/limits.ts'
import { AppError, NotReady } from '#server/errors.ts'
import type { ProviderPrice } from '#server/payment-ports.ts'
import { type Billing, type PaymentsByMode, requirePayments } from './require-payments.ts'

/** The reason why Pro cannot be sold at a price, for the operator; null if Pro can be sold. */
export function findPriceFault(price: ProviderPrice | null, mode: PaymentMode): string | null {
  if (price === null) return 'there is no such price in this mode of the payment provider'
  if (price.live !== (mode === 'production')) return 'it is of the other mode'
  if (!price.active) return 'it is archived'
  if (!price.recurring) return 'it is paid once and not every month'
  if (price.interval !== 'month') return `it is paid every ${price.interval} and not every month`
  if (price.currency !== 'usd') return `it is in ${price.currency.toUpperCase()} and not in USD`
  if (price.oddity !== null) return price.oddity
  if (price.cents === limits.proPriceCents) return null
  const amount = price.cents === null ? 'no fixed amount' : `${price.cents} cents`
  return `it is ${amount} and not ${limits.proPriceCents} cents`
}

export type FindPrice = Pick<
  Billing,
  'payments' | 'paymentConfig' | 'defaultPrices' | 'standIn' | 'checkedPrices' | 'warn'
>

/**
 * Checks with the provider whether Pro can be sold at this price: the price has to be active, monthly, in
 * USD, and of the amount that Pro costs. Returns the problem.
 */
export async function checkPrice(payments: PaymentsByMode, mode: PaymentMode, priceId: string) {
  return findPriceFault(await requirePayments(payments, mode).findPrice(priceId), mode)
}

/**
 * The price of Pro in this mode: the price that an operator saved, or else the price in the environment. It
 * is validated once with the current keys.
 */
export async function requirePrice(deps: FindPrice, mode: PaymentMode): Promise<string> {
  const saved = await deps.paymentConfig.readConfig()
  const chosen = mode === 'production' ? saved.productionPriceId : saved.sandboxPriceId
  const priceId = deps.standIn ? deps.defaultPrices[mode] : (chosen ?? deps.defaultPrices[mode])
  const details = { userMessage: 'Billing is not set up on this site yet. Nothing was charged.' }
  if (priceId === null) {
    throw new AppError('billing_not_set_up', `No price is set for the ${mode} mode`, details)
  }
  if (deps.checkedPrices.has(`${mode} ${priceId}`)) return priceId
  const fault = await checkPrice(deps.payments, mode, priceId)
  if (fault !== null) {
    deps.warn('Pro cannot be sold at the price that is set', { mode, priceId, fault })
    throw new AppError('billing_not_set_up', `Pro cannot be sold at ${priceId}: ${fault}`, details)
  }
  deps.checkedPrices.add(`${mode} ${priceId}`)
  return priceId
}

/** Reports an unusable price at startup instead of at the first sale. */
export async function checkPriceInUse(deps: FindPrice): Promise<void> {
  const { mode } = await deps.paymentConfig.readConfig()
  if (deps.payments[mode] === null) return
  try {
    await requirePrice(deps, mode)
  } catch (error) {
    throw error instanceof AppError && error.code === 'billing_not_set_up'
      ? new NotReady(error.message)
      : error
  }
}
