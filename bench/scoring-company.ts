import { ruleFeatureCount } from '#scoring/find-hits.ts'
import type { ModelFile } from '#scoring/model-file.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { factorCount, leastMass } from '#scoring/word-company.ts'
import { signOf } from './scoring-regression.ts'
import type { SparseRow } from './scoring-rows.ts'

/** How words and rules act together, as it is learned; `#scoring/word-company.ts` tells what is made of it. */
export type WordCompany = {
  /** By learned phrase its share in the mass of a post; 0 for phrases that act alone. */
  mass: Float32Array
  /** By learned phrase, `factorCount` each; in a post they are divided by the root of its mass. */
  factors: Float32Array
  /** By the feature of a rule; never divided. */
  ruleFactors: Float32Array
}

/** What the pairs of words and rules of a post give. */
export function companyValue(company: WordCompany, row: SparseRow): number {
  return sumFactors(company, row).sums.reduce((all, sum, factor) => all + (signOf(factor) / 2) * sum ** 2, 0)
}

/** The sum of each factor over a post, and what those of its words are multiplied by. */
function sumFactors({ mass, factors, ruleFactors }: WordCompany, { features, values }: SparseRow) {
  const words = new Float64Array(factorCount)
  const rules = new Float64Array(factorCount)
  let total = leastMass
  features.forEach((feature, at) => {
    const value = values[at] ?? 0
    const phrase = phraseOf(feature)
    const [into, from, place] = phrase < 0 ? [rules, ruleFactors, feature] : [words, factors, phrase]
    if (phrase >= 0) total += value * value * (mass[phrase] ?? 0)
    for (let factor = 0; factor < factorCount; factor++)
      into[factor] = (into[factor] ?? 0) + value * (from[place * factorCount + factor] ?? 0)
  })
  const share = 1 / Math.sqrt(total)
  return { share, sums: words.map((sum, factor) => share * sum + (rules[factor] ?? 0)) }
}

/** The number of the phrase that a feature is, or -1 for a rule. */
export function phraseOf(feature: number): number {
  return feature < ruleFeatureCount ? -1 : (feature - ruleFeatureCount) >> 1
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
  for (const row of rows) {
    const { share, sums } = sumFactors(company, row)
    for (const feature of row.features) {
      const phrase = phraseOf(feature)
      if (phrase < 0) continue
      const gain = sums.reduce(
        (all, sum, factor) =>
          all + (signOf(factor) / 2) * share * sum * (company.factors[phrase * factorCount + factor] ?? 0),
        0,
      )
      squares[phrase] = (squares[phrase] ?? 0) + gain ** 2
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
