import { expect, test } from 'vitest'
import { makeHitFinder, wordingFeature } from '#scoring/find-hits.ts'
import { factorCount } from '#scoring/word-company.ts'
import { companyValue, narrowCompany } from './scoring-company.ts'
import { makeMeaningSpace } from './scoring-meaning.ts'
import { seededRandom } from './scoring-measures.ts'
import { signOf } from './scoring-regression.ts'
import { makeRowTable, rowProduct } from './scoring-row-table.ts'
import type { SparseRow } from './scoring-rows.ts'

const random = seededRandom(2)
const numbers = (count: number) => Float64Array.from({ length: count }, () => random() - 0.4)
const wording = ['invoices', 'that sends', 'spreadsheet', 'tool', 'weekly']
const words = ['invoices', 'spreadsheet', 'tool', 'weekly']
const meaning = { words, size: 3, vectors: numbers(12), shares: Float64Array.of(0.1, 0.1, 0.1, 0.1) }
const rule = 4

/** Rows of two rules and all phrases with other values each; enough that common words have factors of their own. */
function rowOf(phrases: readonly number[], scale: number): SparseRow {
  return {
    features: Int32Array.from([
      rule,
      rule + 1,
      ...phrases.map((phrase) => wordingFeature(phrase, phrase % 2)),
    ]),
    values: Float64Array.from([1, scale, ...phrases.map((phrase) => scale * (phrase + 1))]),
  }
}
const rows = Array.from({ length: 120 }, (_, at) =>
  rowOf(at < 110 ? [0, 1, 2, 3, 4] : [1, 2, 4], 0.1 + at / 100),
)
const space = makeMeaningSpace(makeHitFinder(wording), { wording, ownWeights: wording.length, meaning, rows })
const directions = numbers(factorCount * space.company.size)
const company = space.companyOfWords(directions)

test('what is learned of meanings, words and rules together is given back to each word and rule', () => {
  const table = makeRowTable(
    rows.map((row) => space.companyOf(row)),
    space.inCompany,
  )
  rows.forEach((row, at) => {
    let pairs = 0
    for (let factor = 0; factor < factorCount; factor++) {
      const learned = directions.subarray(factor * space.company.size)
      pairs += 0.5 * signOf(factor) * rowProduct(table, at, learned) ** 2
    }
    expect(companyValue(company, row)).toBeCloseTo(pairs, 5)
  })
})

test('phrases that are kept keep their company, in whatever order they come', () => {
  const kept = [4, 2, 1]
  const narrow = narrowCompany(company, kept)
  const before = rowOf([1, 2, 4], 0.7)
  const now = { ...before, features: before.features.slice() }
  kept.forEach((phrase, place) => {
    const at = before.features.indexOf(wordingFeature(phrase, phrase % 2))
    now.features[at] = wordingFeature(place, phrase % 2)
  })
  expect(companyValue(narrow, now)).toBeCloseTo(companyValue(company, before), 6)
})
