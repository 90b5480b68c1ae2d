import { expect, test } from 'vitest'
import {
  addRow,
  addRowFactors,
  factorsPerFit,
  makeRowTable,
  rowFactors,
  rowProduct,
} from './scoring-row-table.ts'
import { rowValue, type SparseRow } from './scoring-rows.ts'

/** Of features 2 to 7, which the block holds, one is missing in the second row. */
const rows: SparseRow[] = [
  { features: Int32Array.of(9, 2, 3, 4, 5, 6, 7, 0), values: Float64Array.of(1, 2, 3, 4, 5, 6, 7, 0.5) },
  { features: Int32Array.of(7, 6, 5, 3, 2, 8), values: Float64Array.of(-1, 1, -2, 2, -3, 3) },
  { features: new Int32Array(0), values: new Float64Array(0) },
]
const table = makeRowTable(rows, { first: 2, width: 6 })
const weights = Float64Array.of(0.5, 1, 2, -1, 3, 0.25, -2, 4, 1.5, 0.75)

test('a table gives what its rows give', () => {
  rows.forEach((row, at) => {
    expect(rowProduct(table, at, weights)).toBe(rowValue(row, weights))
  })
})

test('adding a row adds to its features alone', () => {
  rows.forEach(({ features, values }, at) => {
    const sums = new Float64Array(10)
    addRow(table, at, 2, sums)
    const expected = new Float64Array(10)
    features.forEach((feature, place) => {
      expected[feature] = 0 + 2 * (values[place] ?? 0)
    })
    expect([...sums]).toEqual([...expected])
  })
})

test('factors are read and added to as if each were weights of its own', () => {
  const factors = Float64Array.from({ length: 10 * factorsPerFit }, (_, at) => (at % 13) - 5)
  const scales = Float64Array.from({ length: factorsPerFit }, (_, factor) => factor - 2)
  rows.forEach(({ features, values }, at) => {
    const sums = new Float64Array(factorsPerFit)
    rowFactors(table, at, factors, sums)
    const added = new Float64Array(factors.length)
    addRowFactors(table, at, scales, added)
    const expected = new Float64Array(factors.length)
    scales.forEach((scale, factor) => {
      const placeOf = (feature: number) => feature * factorsPerFit + factor
      const own = features.reduce(
        (sum, feature, place) => sum + (values[place] ?? 0) * (factors[placeOf(feature)] ?? 0),
        0,
      )
      expect(sums[factor]).toBe(own)
      features.forEach((feature, place) => {
        expected[placeOf(feature)] = 0 + scale * (values[place] ?? 0)
      })
    })
    expect([...added]).toEqual([...expected])
  })
})
