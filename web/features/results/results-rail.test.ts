import { expect, test } from 'vitest'
import { binScores, describeBins } from './results-rail.tsx'

test('every score from 0 to 100 is counted in the right range of ten', () => {
  const bins = binScores([0, 9, 10, 59, 60, 99, 100])
  expect(bins.map(({ count }) => count)).toEqual([2, 1, 0, 0, 0, 1, 1, 0, 0, 2])
  expect(bins.at(-1)).toEqual({ from: 90, to: 100, count: 2 })
})

test('the ranges are described in words, the highest first', () => {
  expect(describeBins(binScores([12, 61, 64]))).toBe('2 posts at 60 to 69, 1 post at 10 to 19.')
  expect(describeBins(binScores([]))).toBe('No scores.')
})
