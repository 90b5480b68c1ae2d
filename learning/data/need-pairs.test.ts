import { expect, test } from 'vitest'
import { listNeedPairs, pairKey, readJudgedPairs } from './need-pairs.ts'

test('no pair that measures needs is learned from', () => {
  const measuring = new Set(readJudgedPairs().map(({ one, other }) => pairKey(one, other)))
  const learned = listNeedPairs().map(({ one, other }) => pairKey(one, other))
  expect(Math.min(measuring.size, learned.length)).toBeGreaterThan(100)
  expect(learned.filter((key) => measuring.has(key))).toEqual([])
})
