import { expect, test } from 'vitest'
import { corners, posts, rows } from './scoring-corner-posts.ts'
import { fitRegression, signOf } from './scoring-regression.ts'

/** Two words that mean a need together, and nothing apart: no sum of their own weights can say so. */
const task = {
  rows,
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
    together: { rows, size: 2, leading: 2, penalty: 0.1, seed: 3 },
  })
  const values = corners.map(([one, other]) => {
    let value = one * (weights[0] ?? 0) + other * (weights[1] ?? 0) + (bases[0] ?? 0)
    for (let factor = 0; 2 * factor < directions.length; factor++) {
      const sum = one * (directions[2 * factor] ?? 0) + other * (directions[2 * factor + 1] ?? 0)
      value += 0.5 * signOf(factor) * sum ** 2
    }
    return value
  })
  expect(values.map((value) => value > 1)).toEqual([true, false, false, true])
  expect(values.map((value) => value < -1)).toEqual([false, true, true, false])
})
