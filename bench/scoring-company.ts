import { ruleFeatureCount } from '#scoring/find-hits.ts'
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

/** The company of the phrases that are kept, by their places before. */
export function narrowCompany(
  { mass, factors, ruleFactors }: WordCompany,
  places: readonly number[],
): WordCompany {
  const kept: WordCompany = {
    mass: Float32Array.from(places, (place) => mass[place] ?? 0),
    factors: new Float32Array(places.length * factorCount),
    ruleFactors,
  }
  places.forEach((place, at) => {
    kept.factors.set(factors.subarray(place * factorCount, (place + 1) * factorCount), at * factorCount)
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
  { mass, factors, ruleFactors }: WordCompany,
  pointsPerUnit: number,
): { phrases: number[][]; rules: ModelFile['company']['rules'] } {
  const round = (value: number) => Number(value.toFixed(3)) + 0
  // Two of them give points when each is in their square root.
  const inPoints = (from: Float32Array, at: number) =>
    Array.from(from.subarray(at * factorCount, (at + 1) * factorCount), (factor) =>
      round(factor * Math.sqrt(pointsPerUnit)),
    )
  const phrases = Array.from(mass, (own, at) => (own === 0 ? [] : [round(own), ...inPoints(factors, at)]))
  const rules: ModelFile['company']['rules'] = {}
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) => inPoints(ruleFactors, rule * rulePlaces.length + place))
    if (each.flat().some((factor) => factor !== 0)) rules[key] = each
  })
  return { phrases, rules }
}
