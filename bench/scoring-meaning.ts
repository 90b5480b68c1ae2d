import { type HitFinder, ruleFeatureCount, wordingFeature } from '#scoring/find-hits.ts'
import { leastMass } from '#scoring/word-company.ts'
import { phraseOf, type WordCompany } from './scoring-company.ts'
import type { Fitted } from './scoring-regression.ts'
import type { DenseBlock } from './scoring-row-table.ts'
import type { SparseRow } from './scoring-rows.ts'
import type { WordVectors } from './scoring-word-vectors.ts'

const rulePenalty = 5
const bodyPhrasePenalty = 4.5
const titlePhrasePenalty = 9
const meaningPenalty = 2.7
/** How far meanings may speak for words against the words themselves. */
const meaningScale = 0.1
/** How far rules may speak in company against words. */
const ruleScale = 0.5
/** How far a common word may keep company of its own kind, beside that of words used alike. */
const ownScale = 0.42
/** A word that fewer posts have only keeps the company of words used alike. */
const leastOwnPosts = 100
/** Of a word that fewer posts have, the company it keeps is chance: it gets no points from it. */
const leastShare = 1 / 4000

/**
 * The phrases that a finder knows, those from number `ownWeights` on weigh by their meaning alone; and what it read in
 * the posts to learn from.
 */
type Wording = {
  wording: readonly string[]
  ownWeights: number
  meaning: WordVectors
  rows: readonly SparseRow[]
}

/**
 * Words used alike should weigh alike. While learning, a post has besides its words the sum of their vectors;
 * what is learned of that is afterwards given back to each word, so that the model stays a sum over words.
 */
export function makeMeaningSpace(finder: HitFinder, { wording, ownWeights, meaning, rows }: Wording) {
  const { size, vectors } = meaning
  const placeOf = new Map(meaning.words.map((word, place) => [word, place]))
  const place = Int32Array.from(wording, (phrase) => placeOf.get(phrase) ?? -1).map((found) =>
    found >= 0 && (meaning.shares[found] ?? 0) >= leastShare ? found : -1,
  )
  const mass = meaning.words.map((_, word) => {
    let sum = 0
    for (let each = 0; each < size; each++) sum += (vectors[word * size + each] ?? 0) ** 2
    return meaningScale * meaningScale * sum
  })
  const { places: ownPlace, count: ownCount } = placeOwnWords(rows, place)
  const ownFrom = size + ruleFeatureCount
  const width = finder.featureCount
  const penalties = new Float64Array(width + 2 * size).map((_, feature) => {
    if (feature >= width) return meaningPenalty
    if (feature < ruleFeatureCount) return rulePenalty
    return (feature - ruleFeatureCount) % 2 === 0 ? titlePhrasePenalty : bodyPhrasePenalty
  })

  /**
   * What a row's factors are made of: the post's meaning whatever its place, over the square root of its words' mass,
   * then its rules and, divided like the meaning, its common words.
   */
  function companyOf(row: SparseRow): SparseRow {
    const sums = new Float64Array(size)
    const rules: number[] = []
    const ruleValues: number[] = []
    const own: number[] = []
    const ownValues: number[] = []
    let total = leastMass
    row.features.forEach((feature, at) => {
      const value = row.values[at] ?? 0
      const phrase = phraseOf(feature)
      if (phrase < 0) {
        rules.push(size + feature)
        ruleValues.push(ruleScale * value)
        return
      }
      const found = place[phrase] ?? -1
      if (found < 0) return
      total += value * value * (mass[found] ?? 0)
      const ownAt = ownPlace[phrase] ?? -1
      if (ownAt >= 0) {
        own.push(ownFrom + ownAt)
        ownValues.push(ownScale * value)
      }
      for (let each = 0; each < size; each++)
        sums[each] = (sums[each] ?? 0) + meaningScale * value * (vectors[found * size + each] ?? 0)
    })
    const scale = 1 / Math.sqrt(total)
    return {
      features: Int32Array.from([...sums.keys(), ...rules, ...own]),
      values: Float64Array.from([
        ...sums.map((sum) => sum * scale),
        ...ruleValues,
        ...ownValues.map((value) => value * scale),
      ]),
    }
  }

  /** By phrase and rule what it brings into the company of others, of learned directions. */
  function companyOfWords(directions: Float64Array): WordCompany {
    const learned = (feature: number, factor: number) => directions[factor * company.size + feature] ?? 0
    const width = directions.length / company.size
    const factors = new Float32Array(wording.length * width)
    const masses = new Float32Array(wording.length)
    place.forEach((found, phrase) => {
      if (found < 0) return
      masses[phrase] = mass[found] ?? 0
      const ownAt = ownPlace[phrase] ?? -1
      for (let factor = 0; factor < width; factor++) {
        let sum = 0
        for (let each = 0; each < size; each++)
          sum += (vectors[found * size + each] ?? 0) * learned(each, factor)
        const own = ownAt < 0 ? 0 : learned(ownFrom + ownAt, factor)
        factors[phrase * width + factor] = meaningScale * sum + ownScale * own
      }
    })
    const ruleFactors = new Float32Array(ruleFeatureCount * width).map((_, at) => {
      const feature = size + Math.floor(at / width)
      return ruleScale * learned(feature, at % width)
    })
    return { mass: masses, width, factors, ruleFactors }
  }

  function addMeaning(row: SparseRow): SparseRow {
    const sums = new Float64Array(2 * size)
    const features: number[] = []
    const values: number[] = []
    row.features.forEach((feature, at) => {
      const value = row.values[at] ?? 0
      const phrase = phraseOf(feature)
      if (phrase < ownWeights) {
        features.push(feature)
        values.push(value)
      }
      const found = phrase < 0 ? -1 : (place[phrase] ?? -1)
      if (found < 0) return
      const into = ((feature - ruleFeatureCount) % 2) * size
      for (let each = 0; each < size; each++)
        sums[into + each] =
          (sums[into + each] ?? 0) + meaningScale * value * (vectors[found * size + each] ?? 0)
    })
    for (let each = 0; each < 2 * size; each++) features.push(width + each)
    return { features: Int32Array.from(features), values: Float64Array.from([...values, ...sums]) }
  }

  function giveToWords(fitted: Fitted): Fitted {
    const weights = fitted.weights.slice(0, width)
    place.forEach((found, phrase) => {
      if (found < 0) return
      for (const inBody of [0, 1]) {
        let sum = 0
        for (let each = 0; each < size; each++)
          sum += (vectors[found * size + each] ?? 0) * (fitted.weights[width + inBody * size + each] ?? 0)
        const feature = wordingFeature(phrase, inBody)
        weights[feature] = (weights[feature] ?? 0) + meaningScale * sum
      }
    })
    return { ...fitted, weights }
  }

  /** How many of the rows have each feature; for words at least as many as the archive leads to expect. */
  function uses(rows: readonly SparseRow[]): Float64Array {
    const counts = new Float64Array(width)
    for (const row of rows)
      for (const feature of row.features) if (feature < width) counts[feature] = (counts[feature] ?? 0) + 1
    place.forEach((found, phrase) => {
      const expected = found < 0 ? 0 : (meaning.shares[found] ?? 0) * rows.length
      const inBody = wordingFeature(phrase, 1)
      counts[inBody] = Math.max(counts[inBody] ?? 0, expected)
      const inTitle = wordingFeature(phrase, 0)
      counts[inTitle] = Math.max(counts[inTitle] ?? 0, expected * titleShare)
    })
    return counts
  }

  const company = { size: ownFrom + ownCount, leading: ownFrom }
  const inRows: DenseBlock = { first: width, width: 2 * size }
  const inCompany: DenseBlock = { first: 0, width: size }
  return { penalties, addMeaning, inRows, companyOf, inCompany, company, companyOfWords, giveToWords, uses }
}

/** Numbers the words of known meaning that enough of the rows have; -1 for the others. */
function placeOwnWords(rows: readonly SparseRow[], place: Int32Array): { places: Int32Array; count: number } {
  const uses = new Int32Array(place.length)
  for (const { features } of rows) {
    for (const phrase of new Set(Array.from(features, phraseOf)))
      if (phrase >= 0) uses[phrase] = (uses[phrase] ?? 0) + 1
  }
  let count = 0
  const places = place.map((found, phrase) =>
    found >= 0 && (uses[phrase] ?? 0) >= leastOwnPosts ? count++ : -1,
  )
  return { places, count }
}

/** About how many of the posts that have a word have it in the title. */
const titleShare = 0.1
