import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { companyStep, rowFields, rowShift, weightStep } from './feature-rows.ts'
import { wordingFeature } from './find-hits.ts'
import weights from './model/weights.json' with { type: 'json' }
import { detectedSignals, featureRows, learnedPhrases, pointsOf } from './model.ts'
import { columnsOf, titleColumn } from './model-file.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'
import { factorCount, signalFactorCount } from './word-company.ts'

const ofWeights = weights.columns.indexOf('mass')

test('every phrase of the shipped model has the numbers that its columns name', () => {
  expect(weights.columns).toEqual(columnsOf(Object.keys(weights.detectors)))
  const counts = new Set(Object.values(weights.phrases).map((numbers) => numbers.length))
  expect(counts).toEqual(new Set([ofWeights, weights.columns.length]))
})

/** The numbers of a feature as a row has them, in their units. */
function rowOf(feature: number) {
  const from = feature << rowShift
  const read = (field: number, count: number, step: number) =>
    Array.from(featureRows.subarray(from + field, from + field + count), (whole) => rounded(whole * step))
  const weights = read(rowFields.detectors, detectedSignals.length, weightStep)
  return {
    points: rounded(pointsOf(feature)),
    detectors: Object.fromEntries(detectedSignals.map((signal, at) => [signal, weights[at]])),
    mass: read(rowFields.mass, 1, companyStep),
    factors: [
      ...read(rowFields.factors, factorCount, companyStep),
      ...read(rowFields.signalFactors, signalFactorCount, companyStep),
    ],
  }
}
const rounded = (number: number) => Number(number.toFixed(3)) + 0
const nothing = Array.from({ length: factorCount + signalFactorCount }, () => 0)

test('what scores a post is what the file says, of every phrase', () => {
  const rows = new Map<string, number[]>(Object.entries(weights.phrases))
  const columnOf = (name: string, inBody: number) => weights.columns.indexOf(titleColumn(name)) + inBody
  const wrong = learnedPhrases.filter((phrase, at) => {
    const numbers = rows.get(phrase) ?? []
    return [0, 1].some((inBody) => {
      const stored = {
        points: numbers[columnOf('score', inBody)],
        detectors: Object.fromEntries(
          detectedSignals.map((signal) => [signal, numbers[columnOf(signal, inBody)]]),
        ),
        mass: [numbers[ofWeights] ?? 0],
        factors: numbers.length > ofWeights ? numbers.slice(ofWeights + 1) : nothing,
      }
      return !isDeepStrictEqual(rowOf(wordingFeature(at, inBody)), stored)
    })
  })
  expect(wrong).toEqual([])
})

test('what scores a post is what the file says, of every rule', () => {
  const points: Record<string, number[] | undefined> = weights.score.rules
  const detectors: Record<string, { rules: Record<string, number[]> } | undefined> = weights.detectors
  const company: Record<string, number[][] | undefined> = weights.company.rules
  ruleTable.forEach(({ key }, rule) => {
    rulePlaces.forEach((_, place) => {
      expect(rowOf(rule * rulePlaces.length + place)).toEqual({
        points: points[key]?.[place] ?? 0,
        detectors: Object.fromEntries(
          detectedSignals.map((signal) => [signal, detectors[signal]?.rules[key]?.[place] ?? 0]),
        ),
        mass: [0],
        factors: company[key]?.[place] ?? nothing,
      })
    })
  })
})
