import { factorCount } from '#scoring/word-company.ts'
import { choleskyFactor, diagonalise, products } from './scoring-decompose.ts'
import { type Fitted, signOf } from './scoring-regression.ts'
import { type RowTable, rowProduct } from './scoring-row-table.ts'

/** The mean of fits of one task that started differently, with the factors of all of them. */
export function meanOfFits(fits: readonly Fitted[]): Fitted {
  const [first] = fits
  if (first === undefined) throw new Error('there is no fit to take the mean of')
  const mean = (numbers: (fit: Fitted) => ArrayLike<number>, at: number) =>
    fits.reduce((sum, fit) => sum + (numbers(fit)[at] ?? 0), 0) / fits.length
  const directions = new Float64Array(fits.length * first.directions.length)
  fits.forEach((fit, at) => {
    // A pair gives the product of two factors: each has the root of the share.
    const shared = fit.directions.map((one) => one / Math.sqrt(fits.length))
    directions.set(shared, at * first.directions.length)
  })
  return {
    weights: first.weights.map((_, at) => mean((fit) => fit.weights, at)),
    bases: first.bases.map((_, at) => mean((fit) => fit.bases, at)),
    directions,
  }
}

/**
 * The `factorCount` factors that say most of what many factors of `size` features say together of these rows: of those
 * that lift the strongest half, of those that lower the strongest half, by turns as they were.
 */
export function leadingFactors(rows: RowTable, directions: Float64Array, size: number): Float64Array {
  const factors = directions.length / size
  const each = Array.from({ length: factors }, (_, factor) => directions.subarray(factor * size))
  const sums = new Float64Array(rows.count * factors)
  for (let row = 0; row < rows.count; row++) {
    each.forEach((direction, factor) => {
      sums[row * factors + factor] = rowProduct(rows, row, direction)
    })
  }
  // In sums made independent of one another (those of the factors over the Cholesky factor) what the pairs give is
  // a symmetric matrix; of its eigenvalues of either sign the largest are kept.
  const square = products(sums, factors).map((sum) => sum / rows.count)
  const lower = choleskyFactor(square, factors)
  const { values, vectors } = diagonalise(signedSquare(lower, factors), factors)
  const upwards = values.map((_, at) => at).sort((one, other) => (values[one] ?? 0) - (values[other] ?? 0))
  const leading = new Float64Array(factorCount * size)
  for (let place = 0; place < factorCount; place++) {
    const turn = place >> 1
    const chosen = upwards[signOf(place) > 0 ? factors - 1 - turn : turn] ?? 0
    const strength = Math.sqrt(Math.max(0, signOf(place) * (values[chosen] ?? 0)))
    const column = Float64Array.from({ length: factors }, (_, at) => vectors[at * factors + chosen] ?? 0)
    solveTransposed(lower, column).forEach((share, factor) => {
      for (let feature = 0; feature < size; feature++) {
        const at = place * size + feature
        leading[at] = (leading[at] ?? 0) + strength * share * (directions[factor * size + feature] ?? 0)
      }
    })
  }
  return leading
}

/** L'SL of a lower triangle L and the signs S of the factors. */
function signedSquare(lower: Float64Array, width: number): Float64Array {
  const square = new Float64Array(width * width)
  for (let one = 0; one < width; one++) {
    for (let other = 0; other < width; other++) {
      let sum = 0
      for (let each = 0; each < width; each++)
        sum += signOf(each) * (lower[each * width + one] ?? 0) * (lower[each * width + other] ?? 0)
      square[one * width + other] = sum
    }
  }
  return square
}

/** Solves L'x = b for a lower triangle L. */
function solveTransposed(lower: Float64Array, given: Float64Array): Float64Array {
  const width = given.length
  const solved = given.slice()
  for (let at = width - 1; at >= 0; at--) {
    let value = solved[at] ?? 0
    for (let after = at + 1; after < width; after++)
      value -= (lower[after * width + at] ?? 0) * (solved[after] ?? 0)
    solved[at] = value / (lower[at * width + at] ?? 1)
  }
  return solved
}
