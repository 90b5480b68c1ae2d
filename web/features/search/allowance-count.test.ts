import { describe, expect, test } from 'vitest'
import { allowanceMessage, dayOf, readSearchCount } from './use-allowance.ts'

const today = '2026-11-03'

describe('the allowance of a visitor', () => {
  test('says how many searches are left', () => {
    expect([0, 1, 2, 7].map(allowanceMessage)).toEqual([
      '2 free searches available today',
      '1 free search remaining today',
      'Free searches used up today',
      'Free searches used up today',
    ])
  })

  test('a count of today is used', () => {
    expect(readSearchCount('{"day":"2026-11-03","used":1}', today)).toEqual({ day: today, used: 1 })
  })

  test('a new day starts at zero', () => {
    expect(readSearchCount('{"day":"2026-11-02","used":2}', today)).toEqual({ day: today, used: 0 })
  })

  test.each([
    null,
    '',
    'no json',
    '[]',
    '{"day":"2026-11-03"}',
    '{"day":"2026-11-03","used":-1}',
    '{"day":"2026-11-03","used":"2"}',
  ])('an invalid count (%s) is read as zero', (stored) => {
    expect(readSearchCount(stored, today)).toEqual({ day: today, used: 0 })
  })

  test('the day changes at midnight UTC', () => {
    expect(dayOf(new Date('2026-11-03T23:59:59.999Z'))).toBe('2026-11-03')
    expect(dayOf(new Date('2026-11-04T00:00:00.000Z'))).toBe('2026-11-04')
  })
})
