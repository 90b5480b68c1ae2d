import { expect, test } from 'vitest'
import { factorCount } from '#scoring/word-company.ts'
import { leadingFactors, meanOfFits } from './scoring-mean-of-fits.ts'
import { seededRandom } from './scoring-measures.ts'
import { type Fitted, signOf } from './scoring-regression.ts'
import { makeRowTable, type RowTable, rowProduct } from './scoring-row-table.ts'

const size = 16
const random = seededRandom(1)
const numbers = (count: number) => Float64Array.from({ length: count }, () => random() - 0.3)
const rows = makeRowTable(
  Array.from({ length: 50 }, () => ({
    features: Int32Array.from({ length: size }, (_, feature) => feature),
    values: numbers(size),
  })),
  { first: 0, width: 6 },
)

/** What the pairs of features give each row. */
function pairValues(table: RowTable, directions: Float64Array): number[] {
  return Array.from({ length: table.count }, (_, row) => {
    let value = 0
    for (let factor = 0; factor * size < directions.length; factor++)
      value += 0.5 * signOf(factor) * rowProduct(table, row, directions.subarray(factor * size)) ** 2
    return value
  })
}

function startOf(factors: number): Fitted {
  return { weights: numbers(2), bases: [random()], directions: numbers(factors * size) }
}

function expectClose(values: readonly number[], expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length)
  for (const [at, value] of values.entries()) expect(value).toBeCloseTo(expected[at] ?? Number.NaN)
}

test('the mean of several starts gives each post the mean of what they give', () => {
  const starts = [startOf(2), startOf(2), startOf(2)]
  const mean = meanOfFits(starts)
  const values = starts.map((start) => pairValues(rows, start.directions))
  expectClose(
    pairValues(rows, mean.directions),
    Array.from({ length: rows.count }, (_, row) =>
      values.reduce((sum, each) => sum + (each[row] ?? 0) / starts.length, 0),
    ),
  )
  const third = (of: (start: Fitted) => number) => starts.reduce((sum, start) => sum + of(start) / 3, 0)
  expect(mean.weights[1]).toBeCloseTo(third((start) => start.weights[1] ?? 0))
  expect(mean.bases[0]).toBeCloseTo(third((start) => start.bases[0] ?? 0))
})

test('as many factors as there were say all that they said', () => {
  const { directions } = startOf(factorCount)
  expectClose(pairValues(rows, leadingFactors(rows, directions, size)), pairValues(rows, directions))
})

test('fewer factors keep what moves the rows most, and repeated ones lose nothing', () => {
  const { directions } = startOf(factorCount)
  const weak = directions.map((_, at) => (directions[(at * 7) % directions.length] ?? 0) / 100)
  const nothing = { weights: numbers(0), bases: [] }
  const repeated = meanOfFits([
    { ...nothing, directions },
    { ...nothing, directions },
    { ...nothing, directions: weak },
  ])
  const kept = leadingFactors(rows, repeated.directions, size)
  expect(kept).toHaveLength(factorCount * size)
  const before = pairValues(rows, directions)
  pairValues(rows, kept).forEach((value, row) => {
    expect(Math.abs(value - (2 / 3) * (before[row] ?? 0))).toBeLessThan(0.01)
  })
})
