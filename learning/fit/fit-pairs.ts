import { addRows, multiply, type Row, solve } from './conjugate-gradients.ts'

/** The features of a pair of posts, and whether a rater said that one product would serve both authors. */
export type LabelledPair = Row & { isSame: boolean }

const mostSteps = 30
const end = { leastError: 1e-8, mostRounds: 2000 }

/**
 * Logistic regression by Newton's method. Returns log odds per column to three decimals. `restraints` is the
 * regularisation of each column. Deterministic.
 */
export function fitPairs(pairs: readonly LabelledPair[], restraints: Float64Array): number[] {
  const weights = new Float64Array(restraints.length)
  for (let step = 0; step < mostSteps; step++) {
    const chances = multiply(pairs, weights).map((sum) => 1 / (1 + Math.exp(-sum)))
    const missed = Float64Array.from(pairs, ({ isSame }, at) => Number(isSame) - (chances[at] ?? 0))
    const slope = addRows(pairs, missed, weights.length)
    const right = slope.map((value, at) => value - (restraints[at] ?? 0) * (weights[at] ?? 0))
    const times = chances.map((chance) => Math.max(1e-6, chance * (1 - chance)))
    const change = solve({ rows: pairs, times, restraints }, right, end)
    change.forEach((value, at) => {
      weights[at] = (weights[at] ?? 0) + value
    })
    if (change.every((value) => Math.abs(value) < 1e-5)) break
  }
  return Array.from(weights, (weight) => Number(weight.toFixed(3)))
}
