const memory = 10

/** A loss at a point, whose slope there is left in `slope`. */
export type Loss = (point: Float64Array, slope: Float64Array) => number

/** The point that a smooth loss is least at, near `start`, by L-BFGS: at most `mostSteps` steps. Deterministic. */
export function minimise(start: Float64Array, loss: Loss, mostSteps: number): Float64Array {
  let point = start
  let slope = new Float64Array(point.length)
  let least = loss(point, slope)
  const history: Past[] = []
  for (let round = 0; round < mostSteps; round++) {
    const direction = searchDirection(slope, history)
    const descent = dot(direction, slope)
    let stride = 1
    let next = point
    let nextSlope = new Float64Array(point.length)
    let nextLoss = least
    for (;;) {
      next = point.map((one, at) => one - stride * (direction[at] ?? 0))
      nextSlope = new Float64Array(point.length)
      nextLoss = loss(next, nextSlope)
      if (nextLoss <= least - 1e-4 * stride * descent || stride < 1e-6) break
      stride /= 2
    }
    const step = next.map((one, at) => one - (point[at] ?? 0))
    const change = nextSlope.map((one, at) => one - (slope[at] ?? 0))
    const curvature = dot(step, change)
    if (curvature > 1e-12) history.push({ step, change, scale: 1 / curvature })
    if (history.length > memory) history.shift()
    const settled = Math.abs(least - nextLoss) < 1e-6 * Math.abs(least)
    point = next
    slope = nextSlope
    least = nextLoss
    if (settled) break
  }
  return point
}

type Past = { step: Float64Array; change: Float64Array; scale: number }

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

function searchDirection(slope: Float64Array, history: readonly Past[]): Float64Array {
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
