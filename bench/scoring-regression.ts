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
}

export type Fitted = { weights: Float64Array; bases: number[] }

const memory = 10
const mostSteps = 60

/** Fits a proportional-odds logistic regression (plain logistic with one cut) by L-BFGS. Deterministic. */
export function fitRegression(task: RegressionTask): Fitted {
  const size = task.penalties.length
  let point = new Float64Array(size + task.cuts.length)
  let slope = new Float64Array(point.length)
  let loss = measureLoss(task, point, slope)
  const history: { step: Float64Array; change: Float64Array; scale: number }[] = []
  for (let round = 0; round < mostSteps; round++) {
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
  return { weights: point.slice(0, size), bases: Array.from(point.slice(size)) }
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
  let loss = 0
  for (let at = 0; at < point.length; at++) {
    const penalty = at < size ? (task.penalties[at] ?? 0) : 1e-4
    const weight = point[at] ?? 0
    slope[at] = penalty * weight
    loss += 0.5 * penalty * weight * weight
  }
  task.rows.forEach((row, at) => {
    const value = rowValue(row, point)
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
  })
  return loss
}
