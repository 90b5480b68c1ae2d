import { expect, test } from 'vitest'
import { linePath, scaleTop } from './trend-chart.tsx'

test('the top of a scale is the next round figure', () => {
  expect([0, 0.4, 1, 1.2, 3, 5, 7, 11, 49, 51, 1000].map(scaleTop)).toEqual([
    1, 1, 1, 2, 3, 5, 8, 20, 50, 60, 1000,
  ])
})

test('a line runs through the middle of its columns, with y counted downwards as in SVG', () => {
  expect(linePath([0, 5, 10], 10)).toBe('M0.5 100L1.5 50L2.5 0')
})

test('days without a value leave a gap, and a value between gaps is a dot', () => {
  expect(linePath([null, 5, null, 10, 10], 10)).toBe('M1.5 50h0M3.5 0L4.5 0')
  expect(linePath([null, null], 1)).toBe('')
})
