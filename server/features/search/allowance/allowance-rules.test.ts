import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthlyPeriod, searchesThisMonth, userAllowance } from './allowance-rules.ts'

const at = (text: string) => new Date(text)

test.each([
  ['2026-01-10T08:00:00Z', '2026-01-10T08:00:00Z', '2026-01-10T08:00:00Z', '2026-02-10T08:00:00Z'],
  ['2026-01-10T08:00:00Z', '2026-02-10T07:59:59Z', '2026-01-10T08:00:00Z', '2026-02-10T08:00:00Z'],
  ['2026-01-10T08:00:00Z', '2026-02-10T08:00:00Z', '2026-02-10T08:00:00Z', '2026-03-10T08:00:00Z'],
  ['2026-01-31T08:00:00Z', '2026-02-28T08:00:00Z', '2026-02-28T08:00:00Z', '2026-03-31T08:00:00Z'],
  ['2023-12-31T23:00:00Z', '2026-03-01T00:00:00Z', '2026-02-28T23:00:00Z', '2026-03-31T23:00:00Z'],
])('the month that began on %s is, on %s, the one from %s to %s', (start, now, from, to) => {
  expect(monthlyPeriod(at(start), at(now))).toEqual({ start: at(from), end: at(to) })
})

const instant = fc.date({
  min: at('2000-01-01T00:00:00Z'),
  max: at('2100-01-01T00:00:00Z'),
  noInvalidDate: true,
})

test('every instant after the start lies in exactly one month, and months follow each other without a gap', () => {
  fc.assert(
    fc.property(instant, instant, (one, other) => {
      const [start, now] = one <= other ? [one, other] : [other, one]
      const period = monthlyPeriod(start, now)
      expect(period.start <= now && now < period.end).toBe(true)
      expect(monthlyPeriod(start, period.end).start).toEqual(period.end)
    }),
  )
})

test('a free account has two searches in a month and two more in the next', () => {
  const use = { tier: 'free' as const, searches: 2, periodStart: at('2026-01-10T00:00:00Z'), shared: null }
  expect(userAllowance({ ...use, searches: 1 }, at('2026-01-20T00:00:00Z'))).toEqual({ allowed: true })
  expect(userAllowance(use, at('2026-02-09T23:59:59Z'))).toEqual({
    allowed: false,
    because: 'monthly_limit',
    until: at('2026-02-10T00:00:00Z'),
  })
  expect(userAllowance(use, at('2026-02-10T00:00:00Z'))).toEqual({ allowed: true })
  expect(searchesThisMonth(use, at('2026-02-10T00:00:00Z'))).toBe(0)
  expect(userAllowance({ ...use, tier: 'pro', searches: 900 }, at('2026-01-20T00:00:00Z'))).toEqual({
    allowed: true,
  })
})

test('what other accounts of the same address used counts as well, until their month ends', () => {
  const periodStart = at('2026-01-20T00:00:00Z')
  const shared = { searches: 2, until: at('2026-02-03T00:00:00Z') }
  const use = { tier: 'free' as const, searches: 0, periodStart, shared }
  expect(userAllowance(use, at('2026-02-02T23:59:59Z'))).toEqual({
    allowed: false,
    because: 'monthly_limit',
    until: shared.until,
  })
  expect(searchesThisMonth(use, at('2026-02-02T00:00:00Z'))).toBe(2)
  expect(userAllowance(use, shared.until)).toEqual({ allowed: true })
  expect(userAllowance({ ...use, tier: 'pro' }, at('2026-02-02T00:00:00Z'))).toEqual({ allowed: true })
  const both = { ...use, searches: 2 }
  expect(userAllowance(both, at('2026-02-02T00:00:00Z'))).toMatchObject({ until: at('2026-02-20T00:00:00Z') })
})
