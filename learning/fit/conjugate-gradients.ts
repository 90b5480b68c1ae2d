/** Numbers by column. If a column occurs twice, its numbers are added. */
export type Row = { columns: Int32Array; weights: Float64Array }

/** The product of each row with `weights`. */
export function multiply(rows: readonly Row[], weights: Float64Array): Float64Array {
  return Float64Array.from(rows, (row) => {
    let sum = 0
    for (let at = 0; at < row.columns.length; at++)
      sum += (row.weights[at] ?? 0) * (weights[row.columns[at] ?? 0] ?? 0)
    return sum
  })
}

/** The sum of all rows, each multiplied by its number in `times`. */
export function addRows(rows: readonly Row[], times: Float64Array, columns: number): Float64Array {
  const sums = new Float64Array(columns)
  rows.forEach((row, one) => {
    for (let at = 0; at < row.columns.length; at++) {
      const column = row.columns[at] ?? 0
      sums[column] = (sums[column] ?? 0) + (row.weights[at] ?? 0) * (times[one] ?? 0)
    }
  })
  return sums
}

const dot = (one: Float64Array, other: Float64Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/**
 * Solves (R'TR + D) w = r for w. R are the rows, T has `times` on its diagonal, D has `restraints` on its
 * diagonal, and r is `right`. The method, conjugate gradients, stops when the relative error is small enough,
 * or after a maximum number of rounds.
 */
export function solve(
  { rows, times, restraints }: { rows: readonly Row[]; times: Float64Array; restraints: Float64Array },
  right: Float64Array,
  { leastError, mostRounds }: { leastError: number; mostRounds: number },
): Float64Array {
  const columns = right.length
  const weights = new Float64Array(columns)
  const rest = right.slice()
  const direction = rest.slice()
  let error = dot(rest, rest)
  const enough = error * leastError ** 2
  for (let round = 0; round < mostRounds && error > enough; round++) {
    const said = multiply(rows, direction).map((value, row) => value * (times[row] ?? 0))
    const bent = addRows(rows, said, columns)
    direction.forEach((value, at) => {
      bent[at] = (bent[at] ?? 0) + (restraints[at] ?? 0) * value
    })
    const step = error / dot(direction, bent)
    for (let at = 0; at < columns; at++) {
      weights[at] = (weights[at] ?? 0) + step * (direction[at] ?? 0)
      rest[at] = (rest[at] ?? 0) - step * (bent[at] ?? 0)
    }
    const next = dot(rest, rest)
    for (let at = 0; at < columns; at++)
      direction[at] = (rest[at] ?? 0) + (next / error) * (direction[at] ?? 0)
    error = next
  }
  return weights
}
