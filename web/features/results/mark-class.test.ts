import { expect, test } from 'vitest'
import type { Evidence } from '#contract/search.ts'
import { markClass } from './split-highlights.ts'

function span(signal: string, points: number): Evidence {
  return { signal, field: 'title', start: 0, end: 4, points }
}

test('a sentence is marked by the side on which its points lie', () => {
  expect(markClass([span('pain', 3), span('promo', -2)])).toBe('mark-for')
  expect(markClass([span('pain', 1), span('promo', -2)])).toBe('mark-against')
})

test('a sentence without points is on no side', () => {
  expect(markClass([span('promo', 0)])).toBe('mark-told')
  expect(markClass([span('frequency', 0), span('promo', 0)])).toBe('mark-told')
})
