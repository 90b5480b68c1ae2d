import type { Ledger } from './ledger.ts'
import type { PriceObject } from './wire.ts'

/** What may differ between prices; the rest is a plain licensed price. */
export type PriceFacts = {
  id: string
  unitAmountCents: number
  currency?: string
  interval?: 'day' | 'week' | 'month' | 'year' | null
  intervalCount?: number
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
  return {
    id: facts.id,
    object: 'price',
    active: facts.active ?? true,
    billing_scheme: facts.billingScheme ?? 'per_unit',
    created: ledger.now(),
    currency: facts.currency ?? 'usd',
    custom_unit_amount: null,
    livemode: ledger.livemode,
    lookup_key: null,
    metadata: {},
    nickname: facts.nickname ?? null,
    product: `prod_${facts.id.replace(/^price_/u, '')}`,
    recurring: interval && {
      interval,
      interval_count: facts.intervalCount ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: facts.usageType ?? 'licensed',
    },
    tax_behavior: facts.taxBehavior ?? 'unspecified',
    tiers_mode: facts.billingScheme === 'tiered' ? 'graduated' : null,
    transform_quantity: facts.transformQuantity ?? null,
    type: interval ? 'recurring' : 'one_time',
    unit_amount: facts.unitAmountCents,
    unit_amount_decimal: facts.unitAmountDecimal ?? String(facts.unitAmountCents),
  }
}
