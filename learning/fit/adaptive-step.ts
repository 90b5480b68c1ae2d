/** Weights, and by weight the sum of the squares of its slopes. */
export type Weights = { value: Float32Array; squares: Float32Array }

export function makeWeights(count: number): Weights {
  return { value: new Float32Array(count), squares: new Float32Array(count).fill(0.01) }
}

/** Changes one weight by the slope there. */
export type Step = (weights: Weights, at: number, slope: number) => void

/** Steps down a slope, the shorter the steeper this weight's slopes have been (AdaGrad: Duchi, Hazan, Singer 2011). */
export function adaptiveSteps(rate: number): Step {
  return ({ value, squares }, at, slope) => {
    if (slope === 0) return
    const sum = (squares[at] ?? 0) + slope * slope
    squares[at] = sum
    value[at] = (value[at] ?? 0) - (rate * slope) / Math.sqrt(sum)
  }
}
