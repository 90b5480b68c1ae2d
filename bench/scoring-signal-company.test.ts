import { expect, test } from 'vitest'
import { signalFactorCount, signalPairCount } from '#scoring/word-company.ts'
import { corners, posts, rows } from './scoring-corner-posts.ts'
import { learnSignalCompany, pairsValue } from './scoring-signal-company.ts'

const unknown = new Float64Array(posts.length)
const task = {
  together: { rows, size: 2, leading: 2, penalty: 0.1, seed: 3 },
  importance: posts.map(() => 1),
}
/** One signal is shown by both words or neither, the other by one of them alone. */
const alike = posts.map(([one, other]) => one === other)

/** What the company of two words gives to each signal, in each corner. */
function learnedValues(signals: { before: Float64Array; present: boolean[] }[]): number[][] {
  const { directions, pairs } = learnSignalCompany({ ...task, signals })
  return pairs.map((counts) =>
    corners.map(([one, other]) => {
      const factors = Array.from(
        { length: signalFactorCount },
        (_, factor) => one * (directions[2 * factor] ?? 0) + other * (directions[2 * factor + 1] ?? 0),
      )
      return pairsValue(counts, factors)
    }),
  )
}

test('signals share factors, and each counts their pairs in its own way', () => {
  const [same = [], different = []] = learnedValues([
    { before: unknown, present: alike },
    { before: unknown, present: alike.map((is) => !is) },
  ])
  const [, apart = 0, , together = 0] = same
  expect(together - apart).toBeGreaterThan(1)
  expect((different[1] ?? 0) - (different[3] ?? 0)).toBeGreaterThan(1)
  expect(same[0]).toBeCloseTo(together)
})

test('what is known beforehand is not learned again', () => {
  const known = Float64Array.from(alike, (is) => (is ? 20 : -20))
  const [again = []] = learnedValues([{ before: known, present: alike }])
  expect(Math.max(...again.map(Math.abs))).toBeLessThan(0.05)
})

test('the counts of pairs are read row after row, each factor with itself first', () => {
  const factors = Array.from({ length: signalFactorCount }, (_, factor) => factor + 1)
  const counts = (at: number) => Array.from({ length: signalPairCount }, (_, pair) => (pair === at ? 1 : 0))
  expect([0, 1, 7, 8, 9, 35].map((at) => pairsValue(counts(at), factors))).toEqual([1, 2, 8, 4, 6, 64])
  expect(pairsValue([9, 9, ...counts(1)], factors, 2)).toBe(2)
})
