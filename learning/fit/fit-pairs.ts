/** What is known of two posts, numbers by their places, and whether a reader says that one product would serve both authors. */
export type LabelledPair = { places: readonly number[]; values: readonly number[]; isSame: boolean }

const mostRounds = 30

/**
 * Logistic regression by Newton's method: the log odds that each number adds, to three decimals, in the order of
 * `restraints`, which say how strongly each is held towards nothing. The same pairs give the same weights.
 */
export function fitPairs(pairs: readonly LabelledPair[], restraints: readonly number[]): number[] {
  const size = restraints.length
  const weights = new Float64Array(size)
  for (let round = 0; round < mostRounds; round++) {
    const rows = restraints.map((restraint, at) => {
      const row = new Float64Array(size + 1)
      row[at] = restraint
      row[size] = -restraint * (weights[at] ?? 0)
      return row
    })
    for (const pair of pairs) addPair(rows, weights, pair)
    const step = solve(rows)
    step.forEach((change, at) => {
      weights[at] = (weights[at] ?? 0) + change
    })
    if (step.every((change) => Math.abs(change) < 1e-4)) break
  }
  return Array.from(weights, (weight) => Number(weight.toFixed(3)))
}

/** Adds a pair to the curvature, and in the last column to the slope. */
function addPair(rows: readonly Float64Array[], weights: Float64Array, pair: LabelledPair): void {
  const { places, values, isSame } = pair
  const sum = places.reduce((total, place, at) => total + (values[at] ?? 0) * (weights[place] ?? 0), 0)
  const chance = 1 / (1 + Math.exp(-sum))
  const slope = Number(isSame) - chance
  const bend = Math.max(1e-6, chance * (1 - chance))
  places.forEach((place, a) => {
    const row = rows[place] ?? new Float64Array()
    const value = values[a] ?? 0
    places.forEach((other, b) => {
      row[other] = (row[other] ?? 0) + bend * value * (values[b] ?? 0)
    })
    row[rows.length] = (row[rows.length] ?? 0) + slope * value
  })
}

/** Solves a system of equations, a row each with the right side last. Changes the rows. */
function solve(rows: readonly Float64Array[]): number[] {
  const size = rows.length
  rows.forEach((row, at) => {
    const pivot = row[at] || 1e-9
    for (let column = at; column <= size; column++) row[column] = (row[column] ?? 0) / pivot
    rows.forEach((other, below) => {
      const factor = other[at] ?? 0
      if (below === at || factor === 0) return
      for (let column = at; column <= size; column++)
        other[column] = (other[column] ?? 0) - factor * (row[column] ?? 0)
    })
  })
  return rows.map((row) => row[size] ?? 0)
}
