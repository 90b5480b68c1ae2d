let fractions = new Float64Array(64)
/** The indices of the fractions above 0, which are few, because few sentences show a signal. */
let places = new Int32Array(64)
/** If finding the largest fractions one by one takes fewer steps than this, they are not sorted. */
const fewSteps = 2000

/**
 * Divides whole tenths in proportion to the first `count` weights, so that the parts add up exactly (largest
 * remainder method). The remainder of rounding goes to the largest fractions, and of equal fractions to the
 * first. Weights below 0 count as 0. All parts have the same sign.
 */
export function divideTenths(total: number, weights: ArrayLike<number>, count = weights.length): number[] {
  let sum = 0
  for (let at = 0; at < count; at++) sum += Math.max(0, weights[at] ?? 0)
  const sign = total < 0 ? -1 : 1
  const perWeight = sum === 0 ? 0 : Math.abs(total) / sum
  if (fractions.length < count) {
    fractions = new Float64Array(2 * count)
    places = new Int32Array(2 * count)
  }
  const parts = Array<number>(count).fill(0)
  let left = Math.abs(total)
  let inexact = 0
  for (let at = 0; at < count; at++) {
    const weight = weights[at] ?? 0
    if (weight <= 0) continue
    const exact = perWeight * weight
    const part = Math.floor(exact)
    if (part > 0) parts[at] = sign * part
    left -= part
    if (exact === part) continue
    fractions[at] = exact - part
    places[inexact++] = at
  }
  if (left <= 0) return parts
  const largest = left * inexact < fewSteps ? largestOf(inexact, left) : largestOfMany(inexact, left)
  for (const at of largest) parts[at] = (parts[at] ?? 0) + sign
  return parts
}

function largestOf(count: number, wanted: number): number[] {
  const largest: number[] = []
  while (largest.length < wanted) {
    let best = -1
    let most = 0
    for (let each = 0; each < count; each++) {
      const at = places[each] ?? 0
      const fraction = fractions[at] ?? 0
      if (fraction <= most) continue
      best = at
      most = fraction
    }
    if (best < 0) break
    fractions[best] = 0
    largest.push(best)
  }
  return largest
}

/** Sorts the fractions themselves, because sorting places by their fractions takes longer. */
function largestOfMany(count: number, wanted: number): number[] {
  const sorted = new Float64Array(count)
  for (let each = 0; each < count; each++) sorted[each] = fractions[places[each] ?? 0] ?? 0
  sorted.sort()
  const least = sorted[Math.max(0, count - wanted)] ?? 0
  let equal = wanted - (count - 1 - sorted.lastIndexOf(least))
  const largest: number[] = []
  for (let each = 0; each < count; each++) {
    const at = places[each] ?? 0
    const fraction = fractions[at] ?? 0
    if (fraction > least || (fraction === least && equal-- > 0)) largest.push(at)
  }
  return largest
}

/** Scales positive and negative points so that they add up to a rounded score. No sign changes. */
export function bearRounding(points: Float64Array, total: number): void {
  let given = 0
  let taken = 0
  for (let at = 0; at < points.length; at++) {
    const one = points[at] ?? 0
    if (one > 0) given += one
    else taken -= one
  }
  const all = given + taken
  if (all === 0) return
  const least = Math.max(0, -total)
  const against = Math.max(least, taken - (taken * (total - given + taken)) / all)
  const more = given === 0 ? 0 : (against + total) / given
  const less = taken === 0 ? 0 : against / taken
  for (let at = 0; at < points.length; at++) {
    const one = points[at] ?? 0
    points[at] = one * (one > 0 ? more : less)
  }
}

/**
 * Rounds points to tenths without changing their sum. Positive and negative points are rounded separately.
 */
export function roundToTenths(points: readonly number[], total: number): number[] {
  let taken = 0
  for (const one of points) if (one < 0) taken -= one
  const against = Math.max(0, -total, Math.round(10 * taken))
  const tenths = divideTenths(against + total, points)
  if (against === 0) return tenths
  const less = divideTenths(
    -against,
    points.map((one) => -one),
  )
  return tenths.map((one, at) => one + (less[at] ?? 0))
}
