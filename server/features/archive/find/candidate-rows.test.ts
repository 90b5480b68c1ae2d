import { expect, test } from 'vitest'
import { countOf } from './candidate-rows.ts'

test('a rank between two counts is the nearer one', () => {
  expect([0, 0.6079271, 0.6079272, 0.7599089, 0.9].map(countOf)).toEqual([0, 1, 1, 2, 6])
})
