import { expect, test } from 'vitest'
import { findPriceFault } from './require-price.ts'

const right = {
  active: true,
  recurring: true,
  interval: 'month',
  currency: 'usd',
  cents: 199,
  live: true,
  oddity: null,
}

test('a monthly price of USD 1.99 is right', () => {
  expect(findPriceFault(right, 'production')).toBeNull()
})

test.each([
  [null, 'there is no such price'],
  [{ ...right, active: false }, 'archived'],
  [{ ...right, recurring: false, interval: 'none' }, 'paid once'],
  [{ ...right, interval: 'year' }, 'every year'],
  [{ ...right, interval: '2 months' }, 'every 2 months'],
  [{ ...right, currency: 'eur' }, 'EUR'],
  [{ ...right, cents: 1990 }, '1990 cents'],
  [{ ...right, live: false }, 'of the other mode'],
  [{ ...right, oddity: 'it has tiers' }, 'it has tiers'],
  [{ ...right, cents: null }, 'no fixed amount'],
])('%o is refused with the reason', (price, reason) => {
  expect(findPriceFault(price, 'production')).toContain(reason)
})
