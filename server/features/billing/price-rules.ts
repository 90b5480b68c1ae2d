import type { PaymentMode } from '#contract/billing.ts'
import { limits } from '#contract/limits.ts'
import type { ProviderPrice } from '#server/ports.ts'

/** What is wrong with a price that Pro should be sold at, in words for the operator; null: nothing. */
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
