import { shuffle } from '../evaluate/metrics.ts'

/** Weights, and by weight the sum of the squares of its slopes. */
export type Weights = { value: Float32Array; squares: Float32Array }

export function makeWeights(count: number): Weights {
  return { value: new Float32Array(count), squares: new Float32Array(count).fill(0.01) }
}

/** Changes one weight by the slope there. */
export type Step = (weights: Weights, at: number, slope: number) => void

/** Steps down a slope, the shorter the steeper this weight's slopes have been (AdaGrad: Duchi, Hazan, Singer 2011). */
function adaptiveSteps(rate: number): Step {
  return ({ value, squares }, at, slope) => {
    if (slope === 0) return
    const sum = (squares[at] ?? 0) + slope * slope
    squares[at] = sum
    value[at] = (value[at] ?? 0) - (rate * slope) / Math.sqrt(sum)
  }
}

type Descent<T> = {
  /** The list that is put in an order by chance for each round. */
  items: () => T[]
  /** Times that all items are learned from, the first with steps of `firstRate`, later ones shorter. */
  rounds: number
  firstRate: number
  random: () => number
}

export function descend<T>(
  { items, rounds, firstRate, random }: Descent<T>,
  learn: (item: T, step: Step) => void,
): void {
  for (let round = 0; round < rounds; round++) {
    const step = adaptiveSteps(firstRate * (1 - (0.8 * round) / rounds))
    for (const item of shuffle(items(), random)) learn(item, step)
  }
}

type Numbers = Float32Array | Float64Array

/** Adds `count` numbers, `times` each, from a place of one list on to those from a place of another on. */
export function addTimes(
  into: Numbers,
  numbers: Numbers,
  { to, from, count, times }: { to: number; from: number; count: number; times: number },
): void {
  for (let at = 0; at < count; at++) into[to + at] = (into[to + at] ?? 0) + times * (numbers[from + at] ?? 0)
}

/** How often each of the numbers below `count` stands in a list. */
export function countUses(list: Int32Array, count: number): Float32Array {
  const uses = new Float32Array(count)
  for (const one of list) uses[one] = (uses[one] ?? 0) + 1
  return uses
}
