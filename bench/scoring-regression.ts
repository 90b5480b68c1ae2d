import { seededRandom } from './scoring-measures.ts'
import { minimise } from './scoring-minimise.ts'
import {
  addRow,
  addRowFactors,
  factorsPerFit,
  type RowTable,
  rowFactors,
  rowProduct,
} from './scoring-row-table.ts'

export type RegressionTask = {
  rows: RowTable
  /** What each row is worth: 0 or 1, or a grade that `cuts` divides. */
  targets: readonly number[]
  importance: readonly number[]
  /** Grades above a cut are positives of that cut; the cuts share weights and have a base each. */
  cuts: readonly { above: number; importance: number }[]
  /** L2 penalty of each feature. */
  penalties: Float64Array
  /**
   * How features act together: rows over `size` features of their own, each with `factorsPerFit` factors. Those of the
   * first `leading` start at random, by `seed`: from nothing at all they would not know which way to go.
   */
  together?: {
    rows: RowTable
    size: number
    leading: number
    penalty: number
    seed: number
  }
}

/** `directions` has for each factor a number for each feature that acts together; empty where none were given. */
export type Fitted = { weights: Float64Array; bases: number[]; directions: Float64Array }

const mostSteps = 60
const mostStepsTogether = 80

/**
 * Fits a proportional-odds logistic regression (plain logistic with one cut) by L-BFGS, or with `together` a
 * factorization machine of the same loss. Deterministic.
 */
export function fitRegression(task: RegressionTask): Fitted {
  const size = task.penalties.length
  const bases = size + task.cuts.length
  const { together } = task
  const directions = together === undefined ? 0 : factorsPerFit * together.size
  const start = new Float64Array(bases + directions)
  if (together !== undefined) startAtRandom(start.subarray(bases), together)
  const steps = directions > 0 ? mostStepsTogether : mostSteps
  const point = minimise(start, (at, slope) => measureLoss(task, at, slope), steps)
  return {
    weights: point.slice(0, size),
    bases: Array.from(point.slice(size, bases)),
    directions: byFactor(point.slice(bases)),
  }
}

/** Factors of the first `leading` features start at random. */
export function startAtRandom(
  factors: Float64Array,
  { leading, seed }: { leading: number; seed: number },
): void {
  const random = seededRandom(seed)
  for (let at = 0; at < factorsPerFit * leading; at++) factors[at] = 0.2 * (random() - random())
}

/** Factor after factor instead of feature after feature. */
export function byFactor(factors: Float64Array): Float64Array {
  const size = factors.length / factorsPerFit
  return factors.map((_, at) => factors[(at % size) * factorsPerFit + Math.floor(at / size)] ?? 0)
}

function measureLoss(task: RegressionTask, point: Float64Array, slope: Float64Array): number {
  const size = task.penalties.length
  const bases = size + task.cuts.length
  const { rows, together } = task
  const factors = point.subarray(bases)
  const factorSlope = slope.subarray(bases)
  const sums = new Float64Array(factorsPerFit)
  const scales = new Float64Array(factorsPerFit)
  let loss = 0
  for (let at = 0; at < point.length; at++) {
    const penalty = at < size ? (task.penalties[at] ?? 0) : at < bases ? 1e-4 : (together?.penalty ?? 0)
    const weight = point[at] ?? 0
    slope[at] = penalty * weight
    loss += 0.5 * penalty * weight * weight
  }
  for (let row = 0; row < rows.count; row++) {
    let value = rowProduct(rows, row, point)
    if (together !== undefined) {
      rowFactors(together.rows, row, factors, sums)
      for (let factor = 0; factor < factorsPerFit; factor++)
        value += 0.5 * signOf(factor) * (sums[factor] ?? 0) ** 2
    }
    let pull = 0
    for (let place = 0; place < task.cuts.length; place++) {
      const { above, importance } = task.cuts[place] ?? { above: 0, importance: 0 }
      const isAbove = (task.targets[row] ?? 0) > above
      const logit = value + (point[size + place] ?? 0)
      const worth = importance * (task.importance[row] ?? 1)
      loss += worth * surprise(logit, isAbove)
      const error = worth * (1 / (1 + Math.exp(-logit)) - (isAbove ? 1 : 0))
      pull += error
      slope[size + place] = (slope[size + place] ?? 0) + error
    }
    addRow(rows, row, pull, slope)
    if (together === undefined) continue
    for (let factor = 0; factor < factorsPerFit; factor++)
      scales[factor] = pull * signOf(factor) * (sums[factor] ?? 0)
    addRowFactors(together.rows, row, scales, factorSlope)
  }
  return loss
}

/** The logistic loss of log odds against what is so. */
export function surprise(logit: number, isSo: boolean): number {
  const margin = isSo ? logit : -logit
  return margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin
}

/** Every second factor counts the other way: words may stand against each other as well as help each other. */
export function signOf(factor: number): 1 | -1 {
  return factor % 2 === 0 ? 1 : -1
}
