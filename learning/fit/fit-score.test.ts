import { expect, test } from 'vitest'
import { signals } from '#scoring/signal.ts'
import { seededRandom } from '../evaluate/metrics.ts'
import { fitScale, fitScore } from './fit-score.ts'

/**
 * Posts in which requests raise the potential and promotion lowers it. Praise raises it, too, although it is
 * a signal against a need.
 */
function makeRows() {
  const random = seededRandom(3)
  const shown = Array.from({ length: 400 }, () => Float64Array.from(signals, () => (random() < 0.3 ? 1 : 0)))
  const has = (row: Float64Array, signal: (typeof signals)[number]) => row[signals.indexOf(signal)] ?? 0
  const potential = shown.map((row) =>
    Math.max(0, 1 + 2 * has(row, 'solution_request') - 2 * has(row, 'promo') + has(row, 'praise')),
  )
  return { shown, potential, weights: shown.map(() => 1) }
}

test('a signal is worth what it says of potential, and never against its direction', () => {
  const { worths } = fitScore(makeRows())
  const worthOf = (signal: (typeof signals)[number]) => worths[signals.indexOf(signal)] ?? 0
  expect(worthOf('solution_request')).toBeGreaterThan(1)
  expect(worthOf('promo')).toBeLessThan(-1)
  expect(worthOf('praise')).toBe(0)
})

test('of the posts that the scale is set on 13 in a hundred score 40, and one in 27 scores 60', () => {
  const random = seededRandom(5)
  const unseen = Array.from({ length: 20_000 }, () => ({ sum: random() ** 4 * 10 }))
  const { middle, steepness } = fitScale(unseen)
  const from = (least: number) =>
    unseen.filter(({ sum }) => 100 / (1 + Math.exp(-steepness * (sum - middle))) >= least).length /
    unseen.length
  expect(from(40)).toBeCloseTo(0.13, 3)
  expect(from(60)).toBeCloseTo(0.037, 3)
})
