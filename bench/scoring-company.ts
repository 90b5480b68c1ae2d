import { rowFields, rowShift } from '#scoring/feature-rows.ts'
import { ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import type { ModelFile } from '#scoring/model-file.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import {
  emptyPull,
  factorCount,
  gainByCompany,
  pullOfCompany,
  type WordCompany,
} from '#scoring/word-company.ts'
import type { SparseRow } from './scoring-rows.ts'

/** What the pairs of words and rules of a post give. */
export function companyValue(company: WordCompany, { features, values }: SparseRow): number {
  const pull = emptyPull()
  pullOfCompany({ count: features.length, feature: features, value: values }, company, pull)
  return features.reduce(
    (sum, feature, at) => sum + gainByCompany(feature, company, pull) * (values[at] ?? 0),
    0,
  )
}

/** Room for the company of a finder's features, while it is learned: none acts on another yet. */
export function emptyCompany(featureCount: number): WordCompany {
  return { rows: new Float32Array(featureCount << rowShift), step: 1 }
}

/** Gives a feature its mass and factors. */
export function setCompany(
  { rows }: WordCompany,
  feature: number,
  mass: number,
  factors: Float32Array,
): void {
  rows[(feature << rowShift) + rowFields.mass] = mass
  rows.set(factors, (feature << rowShift) + rowFields.factors)
}

/** The mass and factors of a feature. */
function companyOf({ rows }: WordCompany, feature: number): { mass: number; factors: Float32Array } {
  const from = (feature << rowShift) + rowFields.factors
  return {
    mass: rows[(feature << rowShift) + rowFields.mass] ?? 0,
    factors: Float32Array.from(rows.subarray(from, from + factorCount)),
  }
}

/** The company of rules and of the phrases that are kept, by their places before. */
export function narrowCompany(company: WordCompany, places: readonly number[]): WordCompany {
  const kept = emptyCompany(wordingFeature(places.length, 0))
  const copy = (from: number, to: number) => {
    const { mass, factors } = companyOf(company, from)
    setCompany(kept, to, mass, factors)
  }
  for (let rule = 0; rule < ruleFeatureCount; rule++) copy(rule, rule)
  places.forEach((place, at) => {
    for (const inBody of [0, 1]) copy(wordingFeature(place, inBody), wordingFeature(at, inBody))
  })
  return kept
}

/** How far company moves posts by each phrase: the root of the sum of squares of what it gains. */
export function gainsByPhrase(
  rows: readonly SparseRow[],
  company: WordCompany,
  phrases: number,
): Float64Array {
  const squares = new Float64Array(phrases)
  const pull = emptyPull()
  for (const { features, values } of rows) {
    pullOfCompany({ count: features.length, feature: features, value: values }, company, pull)
    for (const feature of features) {
      const phrase = (feature - ruleFeatureCount) >> 1
      if (phrase >= 0) squares[phrase] = (squares[phrase] ?? 0) + gainByCompany(feature, company, pull) ** 2
    }
  }
  return squares.map((sum) => Math.sqrt(sum))
}

/** Factors as they are stored: of a phrase its mass and factors, none where it acts alone; and those of rules. */
export function nameCompany(
  company: WordCompany,
  phraseCount: number,
  pointsPerUnit: number,
): { phrases: number[][]; rules: ModelFile['company']['rules'] } {
  const round = (value: number) => Number(value.toFixed(3)) + 0
  // Two of them give points when each is in their square root.
  const inPoints = (factors: Float32Array) =>
    Array.from(factors, (factor) => round(factor * Math.sqrt(pointsPerUnit)))
  const phrases = Array.from({ length: phraseCount }, (_, phrase) => {
    const { mass, factors } = companyOf(company, wordingFeature(phrase, 1))
    return mass === 0 ? [] : [round(mass), ...inPoints(factors)]
  })
  const rules: ModelFile['company']['rules'] = {}
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) =>
      inPoints(companyOf(company, rule * rulePlaces.length + place).factors),
    )
    if (each.flat().some((factor) => factor !== 0)) rules[key] = each
  })
  return { phrases, rules }
}
