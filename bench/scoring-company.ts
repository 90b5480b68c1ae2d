import { ruleFeatureCount } from '#scoring/find-hits.ts'
import type { ModelFile } from '#scoring/model-file.ts'
import { rulePlaces, ruleTable } from '#scoring/rule-table.ts'
import { leastMass } from '#scoring/word-company.ts'
import { signOf } from './scoring-regression.ts'
import type { SparseRow } from './scoring-rows.ts'

/** How words and rules act together, as it is learned; `#scoring/word-company.ts` tells what is made of it. */
export type WordCompany = {
  /** By learned phrase its share in the mass of a post; 0 for phrases that act alone. */
  mass: Float32Array
  /** How many factors each has. */
  width: number
  /** By learned phrase, `width` each; in a post they are divided by the root of its mass. */
  factors: Float32Array
  /** By the feature of a rule; never divided. */
  ruleFactors: Float32Array
}

/** What the pairs of words and rules of a post give. */
export function companyValue(company: WordCompany, row: SparseRow): number {
  return sumFactors(company, row).sums.reduce((all, sum, factor) => all + (signOf(factor) / 2) * sum ** 2, 0)
}

/** The sum of each factor over a post, those of words divided by the root of its mass. */
export function factorSums(company: WordCompany, row: SparseRow): Float64Array {
  return sumFactors(company, row).sums
}

/** The same, and what those of its words are multiplied by. */
function sumFactors({ mass, width, factors, ruleFactors }: WordCompany, { features, values }: SparseRow) {
  const words = new Float64Array(width)
  const rules = new Float64Array(width)
  let total = leastMass
  features.forEach((feature, at) => {
    const value = values[at] ?? 0
    const phrase = phraseOf(feature)
    const [into, from, place] = phrase < 0 ? [rules, ruleFactors, feature] : [words, factors, phrase]
    if (phrase >= 0) total += value * value * (mass[phrase] ?? 0)
    for (let factor = 0; factor < width; factor++)
      into[factor] = (into[factor] ?? 0) + value * (from[place * width + factor] ?? 0)
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
  { mass, width, factors, ruleFactors }: WordCompany,
  places: readonly number[],
): WordCompany {
  const kept: WordCompany = {
    mass: Float32Array.from(places, (place) => mass[place] ?? 0),
    width,
    factors: new Float32Array(places.length * width),
    ruleFactors,
  }
  places.forEach((place, at) => {
    kept.factors.set(factors.subarray(place * width, (place + 1) * width), at * width)
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
          all + (signOf(factor) / 2) * share * sum * (company.factors[phrase * company.width + factor] ?? 0),
        0,
      )
      squares[phrase] = (squares[phrase] ?? 0) + gain ** 2
    }
  }
  return squares.map((sum) => Math.sqrt(sum))
}

/** How words and rules act together in one sum, and what a unit of that sum is worth as it is stored. */
export type NamedCompany = { company: WordCompany; perUnit: number }

/**
 * The factors of all sums as they are stored: of a phrase its mass, the same in each, and factors, none where it acts
 * alone; and those of rules.
 */
export function nameCompany(named: readonly NamedCompany[]): {
  phrases: number[][]
  rules: ModelFile['company']['rules']
} {
  const round = (value: number) => Number(value.toFixed(3)) + 0
  // Two factors give what they are worth when each is in its square root.
  const factorsAt = (from: (company: WordCompany) => Float32Array, at: number) =>
    named.flatMap(({ company, perUnit }) =>
      Array.from(from(company).subarray(at * company.width, (at + 1) * company.width), (factor) =>
        round(factor * Math.sqrt(perUnit)),
      ),
    )
  const phrases = Array.from(named[0]?.company.mass ?? [], (own, at) =>
    own === 0 ? [] : [round(own), ...factorsAt(({ factors }) => factors, at)],
  )
  const rules: ModelFile['company']['rules'] = {}
  ruleTable.forEach(({ key }, rule) => {
    const each = rulePlaces.map((_, place) =>
      factorsAt(({ ruleFactors }) => ruleFactors, rule * rulePlaces.length + place),
    )
    if (each.flat().some((factor) => factor !== 0)) rules[key] = each
  })
  return { phrases, rules }
}
