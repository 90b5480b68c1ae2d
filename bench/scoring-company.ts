import { ruleFeatureCount } from '#scoring/find-hits.ts'
import { factorCount, gainByCompany, pullOfCompany, type WordCompany } from '#scoring/word-company.ts'
import type { SparseRow } from './scoring-regression.ts'

/** What the pairs of words of a post give. */
export function companyValue(company: WordCompany, { features, values }: SparseRow): number {
  const pull = new Float64Array(factorCount)
  pullOfCompany({ count: features.length, feature: features, value: values }, company, pull)
  return features.reduce(
    (sum, feature, at) => sum + gainByCompany(feature, company, pull) * (values[at] ?? 0),
    0,
  )
}

/** The company of the phrases that are kept, by their places before. */
export function narrowCompany({ mass, factors }: WordCompany, places: readonly number[]): WordCompany {
  const kept: WordCompany = {
    mass: Float32Array.from(places, (place) => mass[place] ?? 0),
    factors: new Float32Array(places.length * factorCount),
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
  const pull = new Float64Array(factorCount)
  for (const { features, values } of rows) {
    pullOfCompany({ count: features.length, feature: features, value: values }, company, pull)
    for (const feature of features) {
      const phrase = (feature - ruleFeatureCount) >> 1
      if (phrase >= 0) squares[phrase] = (squares[phrase] ?? 0) + gainByCompany(feature, company, pull) ** 2
    }
  }
  return squares.map((sum) => Math.sqrt(sum))
}

/** By word its mass, then its factors. Two words' product is in points when each word's factors are in their square root. */
export function nameCompany(
  wording: readonly string[],
  company: WordCompany,
  pointsPerUnit: number,
): Record<string, number[]> {
  const named: Record<string, number[]> = {}
  wording.forEach((phrase, at) => {
    const mass = company.mass[at] ?? 0
    if (mass === 0) return
    const factors = company.factors.subarray(at * factorCount, (at + 1) * factorCount)
    const inPoints = Array.from(
      factors,
      (factor) => Number((factor * Math.sqrt(pointsPerUnit)).toFixed(3)) + 0,
    )
    named[phrase] = [Number(mass.toFixed(3)), ...inPoints]
  })
  return named
}
