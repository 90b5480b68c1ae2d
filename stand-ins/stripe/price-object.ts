import type { Ledger } from './ledger.ts'
import { type PriceObject, played } from './wire.ts'

/** What may differ between prices; the rest is a plain licensed price. */
export type PriceFacts = {
  id: string
  unitAmountCents: number
  currency?: string
  interval?: 'day' | 'week' | 'month' | 'year' | null
  active?: boolean
  nickname?: string
  usageType?: 'licensed' | 'metered'
  billingScheme?: 'per_unit' | 'tiered'
  transformQuantity?: { divide_by: number; round: 'down' | 'up' }
  taxBehavior?: 'exclusive' | 'inclusive' | 'unspecified'
  /** In place of the whole cents. */
  unitAmountDecimal?: string
}

/** Without an interval of null the price recurs monthly. */
export function makePriceObject(ledger: Ledger, facts: PriceFacts): PriceObject {
  const interval = facts.interval === undefined ? 'month' : facts.interval
  return played<PriceObject>({
    id: facts.id,
    object: 'price',
    active: facts.active ?? true,
    billing_scheme: facts.billingScheme ?? 'per_unit',
    created: ledger.now(),
    currency: facts.currency ?? 'usd',
    livemode: ledger.livemode,
    nickname: facts.nickname ?? null,
    recurring: interval && {
      interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: facts.usageType ?? 'licensed',
    },
    tax_behavior: facts.taxBehavior ?? 'unspecified',
    transform_quantity: facts.transformQuantity ?? null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: facts.unitAmountCents,
    unit_amount_decimal: facts.unitAmountDecimal ?? String(facts.unitAmountCents),
  })
}
