import { expect, test } from 'vitest'
import { fitRegression } from './scoring-regression.ts'

/** Two words that mean a need together, and nothing apart: no sum of their own weights can say so. */
const corners = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
] as const
const posts = Array.from({ length: 80 }, (_, at) => corners[at % 4] ?? corners[0])
const task = {
  rows: posts.map((values) => ({ features: Int32Array.of(0, 1), values: Float64Array.from(values) })),
  targets: posts.map(([one, other]) => (one === other ? 1 : 0)),
  importance: posts.map(() => 1),
  cuts: [{ above: 0.5, importance: 1 }],
  penalties: Float64Array.of(0.1, 0.1),
}

test('weights alone cannot tell posts by how words act together', () => {
  const { weights, directions } = fitRegression(task)
  expect(Math.hypot(...weights)).toBeLessThan(1e-6)
  expect(directions).toHaveLength(0)
})

test('factors can', () => {
  const { weights, bases, directions } = fitRegression({
    ...task,
    together: { rows: task.rows, size: 2, leading: 2, factors: 2, penalty: 0.1 },
  })
  const values = corners.map(([one, other]) => {
    const sums = [0, 1].map(
      (factor) => one * (directions[factor] ?? 0) + other * (directions[2 + factor] ?? 0),
    )
    const alone = one * (weights[0] ?? 0) + other * (weights[1] ?? 0)
    return alone + 0.5 * ((sums[0] ?? 0) ** 2 - (sums[1] ?? 0) ** 2) + (bases[0] ?? 0)
  })
  expect(values.map((value) => value > 1)).toEqual([true, false, false, true])
  expect(values.map((value) => value < -1)).toEqual([false, true, true, false])
})
