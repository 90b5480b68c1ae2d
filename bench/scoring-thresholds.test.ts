import { expect, test } from 'vitest'
import { bestThreshold, judgeByOtherFolds, type OddsOfSet } from './scoring-thresholds.ts'

const setOf = (odds: number[], present: number[], folds: number[]): OddsOfSet => ({
  odds: Float64Array.from(odds),
  present: present.map((one) => one === 1),
  folds,
})

test('a threshold is best for all sets together, whatever their sizes', () => {
  const old = setOf([4, 3, 2, 1, 0, -1], [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1])
  expect(bestThreshold([old])).toBe(2)
  // Of the other set every post shows the signal: where both are weighed alike one more of it is worth a false one.
  const today = setOf([1, 0.5], [1, 1], [0, 1])
  expect(bestThreshold([old, today])).toBe(0.5)
  expect(bestThreshold([old, setOf([9, -9], [1, 0], [0, 1])])).toBe(2)
})

test('no post helps to judge itself', () => {
  // In the first fold the signal begins at 5, in the second at 1: each is judged by the other.
  const odds = [6, 5, 4, 1, 2, 1, 0, -1]
  const present = [1, 1, 0, 0, 1, 1, 0, 0]
  const [judged] = judgeByOtherFolds([setOf(odds, present, [0, 0, 0, 0, 1, 1, 1, 1])])
  expect(judged).toEqual([true, true, true, false, false, false, false, false])
})
