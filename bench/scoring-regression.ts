import { seededRandom } from './scoring-measures.ts'

/** Rows of a sparse matrix: feature numbers and values. */
export type SparseRow = { features: Int32Array; values: Float64Array }

export type RegressionTask = {
  rows: readonly SparseRow[]
  /** What each row is worth: 0 or 1, or a grade that `cuts` divides. */
  targets: readonly number[]
  importance: readonly number[]
  /** Grades above a cut are positives of that cut; the cuts share weights and have a base each. */
  cuts: readonly { above: number; importance: number }[]
  /** L2 penalty of each feature. */
  penalties: Float64Array
  /**
   * How features act together: rows over `size` features of their own, whose factors are learned beside the weights.
   * Those of the first `leading` features start at random: from nothing at all they would not know which way to go.
   */
  together?: {
    rows: readonly SparseRow[]
    size: number
    leading: number
    factors: number
    penalty: number
  }
}

/** `directions` has `factors` numbers for each feature that acts together; empty where none were given. */
export type Fitted = { weights: Float64Array; bases: number[]; directions: Float64Array }

const memory = 10
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
  const directions = together === undefined ? 0 : together.factors * together.size
  let point = new Float64Array(bases + directions)
  const random = seededRandom(3)
  const leading = together === undefined ? 0 : together.factors * together.leading
  for (let at = bases; at < bases + leading; at++) point[at] = 0.2 * (random() - random())
  let slope = new Float64Array(point.length)
  let loss = measureLoss(task, point, slope)
  const history: { step: Float64Array; change: Float64Array; scale: number }[] = []
  for (let round = 0; round < (directions > 0 ? mostStepsTogether : mostSteps); round++) {
    const direction = searchDirection(slope, history)
    const descent = dot(direction, slope)
    let stride = 1
    let next = point
    let nextSlope = new Float64Array(point.length)
    let nextLoss = loss
    for (;;) {
      next = point.map((one, at) => one - stride * (direction[at] ?? 0))
      nextSlope = new Float64Array(point.length)
      nextLoss = measureLoss(task, next, nextSlope)
      if (nextLoss <= loss - 1e-4 * stride * descent || stride < 1e-6) break
      stride /= 2
    }
    const step = next.map((one, at) => one - (point[at] ?? 0))
    const change = nextSlope.map((one, at) => one - (slope[at] ?? 0))
    const curvature = dot(step, change)
    if (curvature > 1e-12) history.push({ step, change, scale: 1 / curvature })
    if (history.length > memory) history.shift()
    const settled = Math.abs(loss - nextLoss) < 1e-6 * Math.abs(loss)
    point = next
    slope = nextSlope
    loss = nextLoss
    if (settled) break
  }
  return {
    weights: point.slice(0, size),
    bases: Array.from(point.slice(size, bases)),
    directions: point.slice(bases),
  }
}

/** The linear value of a row, without a base. */
export function rowValue(row: SparseRow, weights: Float64Array): number {
  let sum = 0
  for (let at = 0; at < row.features.length; at++) {
    sum += (weights[row.features[at] ?? 0] ?? 0) * (row.values[at] ?? 0)
  }
  return sum
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function searchDirection(
  slope: Float64Array,
  history: readonly { step: Float64Array; change: Float64Array; scale: number }[],
): Float64Array {
  const direction = slope.slice()
  const shares: number[] = []
  for (const { step, change, scale } of history.toReversed()) {
    const share = scale * dot(step, direction)
    shares.unshift(share)
    for (let at = 0; at < direction.length; at++)
      direction[at] = (direction[at] ?? 0) - share * (change[at] ?? 0)
  }
  const last = history.at(-1)
  const shrink =
    last === undefined
      ? 1 / Math.sqrt(dot(slope, slope) + 1e-12)
      : dot(last.step, last.change) / dot(last.change, last.change)
  for (let at = 0; at < direction.length; at++) direction[at] = (direction[at] ?? 0) * shrink
  history.forEach(({ step, change, scale }, place) => {
    const back = (shares[place] ?? 0) - scale * dot(change, direction)
    for (let at = 0; at < direction.length; at++)
      direction[at] = (direction[at] ?? 0) + back * (step[at] ?? 0)
  })
  return direction
}

function measureLoss(task: RegressionTask, point: Float64Array, slope: Float64Array): number {
  const size = task.penalties.length
  const bases = size + task.cuts.length
  const { together } = task
  const sums = new Float64Array(together?.factors ?? 0)
  let loss = 0
  for (let at = 0; at < point.length; at++) {
    const penalty = at < size ? (task.penalties[at] ?? 0) : at < bases ? 1e-4 : (together?.penalty ?? 0)
    const weight = point[at] ?? 0
    slope[at] = penalty * weight
    loss += 0.5 * penalty * weight * weight
  }
  task.rows.forEach((row, at) => {
    const company = together?.rows[at]
    let value = rowValue(row, point)
    if (company !== undefined) {
      sumFactors(company, point, bases, sums)
      for (let factor = 0; factor < sums.length; factor++)
        value += 0.5 * signOf(factor) * (sums[factor] ?? 0) ** 2
    }
    let pull = 0
    task.cuts.forEach((cut, place) => {
      const above = (task.targets[at] ?? 0) > cut.above
      const logit = value + (point[size + place] ?? 0)
      const worth = cut.importance * (task.importance[at] ?? 1)
      const margin = above ? logit : -logit
      loss += worth * (margin > 0 ? Math.log1p(Math.exp(-margin)) : Math.log1p(Math.exp(margin)) - margin)
      const error = worth * (1 / (1 + Math.exp(-logit)) - (above ? 1 : 0))
      pull += error
      slope[size + place] = (slope[size + place] ?? 0) + error
    })
    for (let each = 0; each < row.features.length; each++) {
      const feature = row.features[each] ?? 0
      slope[feature] = (slope[feature] ?? 0) + pull * (row.values[each] ?? 0)
    }
    if (company !== undefined) addFactorSlopes(company, sums, pull, slope, bases)
  })
  return loss
}

/** Every second factor counts the other way: words may stand against each other as well as help each other. */
function signOf(factor: number): number {
  return factor % 2 === 0 ? 1 : -1
}

/** The sum of a row's factors; those of feature f start at `from` + f * factors. */
function sumFactors(
  { features, values }: SparseRow,
  point: Float64Array,
  from: number,
  sums: Float64Array,
): void {
  sums.fill(0)
  const factors = sums.length
  for (let at = 0; at < features.length; at++) {
    const value = values[at] ?? 0
    const first = from + (features[at] ?? 0) * factors
    for (let factor = 0; factor < factors; factor++)
      sums[factor] = (sums[factor] ?? 0) + value * (point[first + factor] ?? 0)
  }
}

function addFactorSlopes(
  { features, values }: SparseRow,
  sums: Float64Array,
  pull: number,
  slope: Float64Array,
  from: number,
): void {
  const factors = sums.length
  const pulls = sums.map((sum, factor) => pull * signOf(factor) * sum)
  for (let at = 0; at < features.length; at++) {
    const value = values[at] ?? 0
    const first = from + (features[at] ?? 0) * factors
    for (let factor = 0; factor < factors; factor++)
      slope[first + factor] = (slope[first + factor] ?? 0) + value * (pulls[factor] ?? 0)
  }
}
