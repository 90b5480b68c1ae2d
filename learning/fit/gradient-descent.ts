import { shuffle } from '../evaluate/metrics.ts'

/** Weights, and for each weight the sum of its squared gradients. */
export type Weights = { value: Float32Array; squares: Float32Array }

export function makeWeights(count: number): Weights {
  return { value: new Float32Array(count), squares: new Float32Array(count).fill(0.01) }
}

/** Updates one weight by its gradient. */
export type Step = (weights: Weights, at: number, slope: number) => void

/**
 * An AdaGrad step (Duchi, Hazan, Singer 2011), which is shorter if the weight's earlier gradients were steep.
 */
function adaptiveSteps(rate: number): Step {
  return ({ value, squares }, at, slope) => {
    if (slope === 0) return
    const sum = (squares[at] ?? 0) + slope * slope
    squares[at] = sum
    value[at] = (value[at] ?? 0) - (rate * slope) / Math.sqrt(sum)
  }
}

type Descent<T> = {
  /** The list that is shuffled in each round. */
  items: () => T[]
  /**
   * The number of epochs. The first epoch has the learning rate `firstRate`; later epochs have lower rates.
   */
  rounds: number
  firstRate: number
  random: () => number
}

export function descend<T>(
  { items, rounds, firstRate, random }: Descent<T>,
  learn: (item: T, step: Step, rate: number) => void,
): void {
  for (let round = 0; round < rounds; round++) {
    const rate = firstRate * (1 - (0.8 * round) / rounds)
    const step = adaptiveSteps(rate)
    for (const item of shuffle(items(), random)) learn(item, step, rate)
  }
}

type Numbers = Float32Array | Float64Array

/** The `count` numbers at `from`, multiplied by `times`, are added to the numbers at `to`. */
export type Stretch = { to: number; from: number; count: number; times: number }

/**
 * A step for several consecutive weights, with the gradient multiplied by `times` and a weight decay of
 * `decay`.
 */
export function stepAlong(
  { value, squares }: Weights,
  slopes: Float32Array,
  { to, from, count, times, decay, rate }: Stretch & { decay: number; rate: number },
): void {
  for (let at = 0; at < count; at++) {
    const own = slopes[from + at] ?? 0
    // If the gradient is zero, nothing changes.
    if (own === 0) continue
    const weight = value[to + at] ?? 0
    const slope = times * own + decay * weight
    const sum = (squares[to + at] ?? 0) + slope * slope
    squares[to + at] = sum
    value[to + at] = weight - (rate * slope) / Math.sqrt(sum)
  }
}

/** Adds `count` numbers of one list, multiplied by `times`, to the numbers of another list. */
export function addTimes(into: Numbers, numbers: Numbers, { to, from, count, times }: Stretch): void {
  for (let at = 0; at < count; at++) into[to + at] = (into[to + at] ?? 0) + times * (numbers[from + at] ?? 0)
}

/** How often each number below `count` occurs in a list. */
export function countUses(list: Int32Array, count: number): Float32Array {
  const uses = new Float32Array(count)
  for (const one of list) uses[one] = (uses[one] ?? 0) + 1
  return uses
}

/** A matrix of `rows` rows, each `width` numbers apart. Only the first `columns` columns are used. */
export type MatrixShape = { rows: number; width: number; columns: number }

/**
 * Multiplies each row of a matrix by its factor and adds it to `into`, starting at the index `to`.
 */
export function addRows(
  into: Float32Array,
  to: number,
  {
    matrix,
    factors,
    from,
    rows,
    width,
    columns,
  }: MatrixShape & {
    matrix: Float32Array
    factors: Float32Array
    from: number
  },
): void {
  for (let row = 0; row < rows; row++) {
    const times = factors[from + row] ?? 0
    if (times === 0) continue
    const at = row * width
    for (let column = 0; column < columns; column++)
      into[to + column] = (into[to + column] ?? 0) + times * (matrix[at + column] ?? 0)
  }
}

/**
 * Adds the outer product of `rows` factors and `columns` numbers to the matrix `into`. The factors start at
 * the index `from`, the numbers at the index `at`.
 */
export function addProducts(
  into: Float32Array,
  {
    numbers,
    at,
    factors,
    from,
    rows,
    width,
    columns,
  }: MatrixShape & {
    numbers: Float32Array
    at: number
    factors: Float32Array
    from: number
  },
): void {
  for (let row = 0; row < rows; row++) {
    const times = factors[from + row] ?? 0
    if (times === 0) continue
    const place = row * width
    for (let column = 0; column < columns; column++)
      into[place + column] = (into[place + column] ?? 0) + times * (numbers[at + column] ?? 0)
  }
}
