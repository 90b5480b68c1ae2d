import { expect, test } from 'vitest'
import { wordingFeature } from './find-hits.ts'
import weights from './model/weights.json' with { type: 'json' }
import { detectedSignals, detectorWeights, learnedPhrases, scorePoints, wordCompany } from './model.ts'
import { columnsOf } from './model-file.ts'
import { rulePlaces, ruleTable } from './rule-table.ts'
import { factorCount } from './word-company.ts'

const ofWeights = weights.columns.indexOf('mass')

test('every phrase of the shipped model has the numbers that its columns name', () => {
  expect(weights.columns).toEqual(columnsOf(Object.keys(weights.detectors)))
  const counts = new Set(Object.values(weights.phrases).map((numbers) => numbers.length))
  expect(counts).toEqual(new Set([ofWeights, weights.columns.length]))
})

test('what scores a post is what the file says, of every phrase', () => {
  const rows = new Map<string, number[]>(Object.entries(weights.phrases))
  const signals = Object.keys(weights.detectors)
  const detectorOf = (signal: string) => detectedSignals.map(String).indexOf(signal)
  const { mass, factors } = wordCompany
  let furthest = 0
  const compare = (used: number | undefined, stored: number | undefined) => {
    furthest = Math.max(furthest, Math.abs((used ?? Number.NaN) - (stored ?? 0)))
  }
  learnedPhrases.forEach((phrase, at) => {
    const numbers = rows.get(phrase) ?? []
    for (const inBody of [0, 1]) {
      const feature = wordingFeature(at, inBody)
      compare(scorePoints[feature], numbers[inBody])
      signals.forEach((signal, place) => {
        const used = detectorWeights[feature * detectedSignals.length + detectorOf(signal)]
        compare(used, numbers[2 + 2 * place + inBody])
      })
    }
    compare(mass[at], numbers[ofWeights])
    for (let factor = 0; factor < factorCount; factor++)
      compare(factors[at * factorCount + factor], numbers[ofWeights + 1 + factor])
  })
  expect(furthest).toBeLessThan(1e-6)
})

test('what scores a post is what the file says, of every rule', () => {
  const stored: Record<string, number[][] | undefined> = weights.company.rules
  const { ruleFactors } = wordCompany
  ruleTable.forEach(({ key }, rule) => {
    const used = rulePlaces.map((_, place) => {
      const from = (rule * rulePlaces.length + place) * factorCount
      return Array.from(ruleFactors.subarray(from, from + factorCount), (one) => Number(one.toFixed(3)))
    })
    expect(used).toEqual(stored[key] ?? rulePlaces.map(() => Array.from({ length: factorCount }, () => 0)))
  })
  for (const [signal, { rules }] of Object.entries<{ rules: Record<string, number[]> }>(weights.detectors)) {
    const detector = detectedSignals.map(String).indexOf(signal)
    ruleTable.forEach(({ key }, rule) => {
      rulePlaces.forEach((_, place) => {
        const feature = rule * rulePlaces.length + place
        const used = detectorWeights[feature * detectedSignals.length + detector]
        expect(used).toBeCloseTo(rules[key]?.[place] ?? 0, 6)
      })
    })
  }
})
