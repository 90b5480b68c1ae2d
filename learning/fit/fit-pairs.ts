import { pairFeatures } from '#scoring/needs/compare-wants.ts'
import type { PairWeights } from '#scoring/needs/group-wants.ts'

/** Two posts, and whether a reader says that one product would serve both authors; `weight` says how much that counts. */
export type LabelledPair = { features: Float64Array; isSame: boolean; weight: number }

const mostRounds = 30
/** How strongly weights are held towards nothing. */
const restraint = 1

/** Logistic regression by Newton's method. The same pairs give the same weights. */
export function fitPairs(pairs: readonly LabelledPair[]): PairWeights {
  const size = pairFeatures.length + 1
  const weights = new Float64Array(size)
  for (let round = 0; round < mostRounds; round++) {
    const rows = Array.from({ length: size }, () => new Float64Array(size + 1))
    for (const pair of pairs) addPair(rows, weights, pair)
    for (let at = 1; at < size; at++) {
      const row = rows[at] ?? new Float64Array()
      row[at] = (row[at] ?? 0) + restraint
      row[size] = (row[size] ?? 0) - restraint * (weights[at] ?? 0)
    }
    const step = solve(rows)
    step.forEach((change, at) => {
      weights[at] = (weights[at] ?? 0) + change
    })
    if (step.every((change) => Math.abs(change) < 1e-7)) break
  }
  const rounded = Array.from(weights, (weight) => Number(weight.toFixed(3)))
  const named = Object.fromEntries(pairFeatures.map((name, at) => [name, rounded[at + 1] ?? 0]))
  return { base: rounded[0] ?? 0, ...named } as PairWeights
}

/** Adds a pair to the curvature, and in the last column to the slope. */
function addPair(
  rows: readonly Float64Array[],
  weights: Float64Array,
  { features, isSame, weight }: LabelledPair,
): void {
  const values = [1, ...features]
  const sum = values.reduce((total, value, at) => total + value * (weights[at] ?? 0), 0)
  const chance = 1 / (1 + Math.exp(-sum))
  const slope = weight * (Number(isSame) - chance)
  const bend = weight * Math.max(1e-6, chance * (1 - chance))
  rows.forEach((row, a) => {
    const value = values[a] ?? 0
    values.forEach((other, b) => {
      row[b] = (row[b] ?? 0) + bend * value * other
    })
    row[values.length] = (row[values.length] ?? 0) + slope * value
  })
}

/** Solves a system of equations, a row each with the right side last. Changes the rows. */
function solve(rows: readonly Float64Array[]): number[] {
  const size = rows.length
  rows.forEach((row, at) => {
    const pivot = row[at] || 1e-9
    for (let column = at; column <= size; column++) row[column] = (row[column] ?? 0) / pivot
    rows.forEach((other, below) => {
      const factor = other[at] ?? 0
      if (below === at || factor === 0) return
      for (let column = at; column <= size; column++)
        other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0)
    })
  })
  return rows.map((row) => row[size] ?? 0)
}
