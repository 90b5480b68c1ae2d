import { held } from '#scoring/plain-math.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { phraseValue, shareOfSentence } from '#scoring/sum-signals.ts'
import { seededRandom } from '../evaluate/metrics.ts'
import { gradeSlopes } from './fit-score.ts'
import { addTimes, countUses, descend, makeWeights } from './gradient-descent.ts'
import { featuresOf, type SentenceTable } from './sentence-table.ts'
import { embeddedWords, type WordEmbeddings, withAlike } from './word-embeddings.ts'

const rounds = 5
const firstRate = 0.05
const penalty = 0.5

export type OtherFit = {
  table: SentenceTable
  embeddings: WordEmbeddings
  /** For each post: the sum of its signals, its potential, and its weight in the fit. */
  sums: ArrayLike<number>
  potential: ArrayLike<number>
  weights: ArrayLike<number>
  /** The sums that separate the grades. */
  thresholds: ArrayLike<number>
  /** The most that other wording may add to the sum or subtract from it. */
  most: number
}

/** A bias, and a weight for each phrase. A post's sum of bias and weights is limited to `most`. */
export type OtherWording = { base: number; weights: Float32Array }

/**
 * Fits how words that show no signal affect the potential of a post. The model is the proportional odds model
 * of the score; the sum of a post's signals is given.
 */
export function fitOtherWording(fit: OtherFit): OtherWording {
  const { table, embeddings, weights, potential, sums, thresholds, most } = fit
  const words = embeddedWords(table.phrases, embeddings)
  const { size } = words
  const own = makeWeights(table.phrases.length)
  const alike = makeWeights(size)
  const base = makeWeights(1)
  const posts = Array.from({ length: table.postFrom.length - 1 }, (_, at) => at).filter(
    (post) => (weights[post] ?? 0) > 0,
  )
  const embedded = new Float64Array(size)
  const uses = countUses(table.feature, ruleFeatureCount + table.phrases.length).subarray(ruleFeatureCount)
  descend({ items: () => posts, rounds, firstRate, random: seededRandom(17) }, (post, step) => {
    embedded.fill(0)
    let said = base.value[0] ?? 0
    eachPhrase(table, post, (phrase, value) => {
      said += value * (own.value[phrase] ?? 0)
      const found = words.place[ruleFeatureCount + phrase] ?? -1
      if (found >= 0)
        addTimes(embedded, words.vectors, { to: 0, from: found * size, count: size, times: value })
    })
    for (let each = 0; each < size; each++) said += (embedded[each] ?? 0) * (alike.value[each] ?? 0)
    const sum = (sums[post] ?? 0) + held(said, most)
    const slopeOfHeld = (most / (most + Math.abs(said))) ** 2
    const slope =
      gradeSlopes(sum, potential[post] ?? 0, thresholds).reduce((all, one) => all + one, 0) *
      ((weights[post] ?? 0) * slopeOfHeld)
    step(base, 0, slope)
    eachPhrase(table, post, (phrase, value) => {
      const decay = penalty / ((uses[phrase] ?? 0) * 0.05 + 1)
      step(own, phrase, value * slope + decay * (own.value[phrase] ?? 0))
    })
    for (let each = 0; each < size; each++) step(alike, each, (embedded[each] ?? 0) * slope)
  })
  return {
    base: base.value[0] ?? 0,
    weights: withAlike(own.value, alike.value, words),
  }
}

/** The sum of a post's other wording, before the limit is applied. */
export function readOtherWording(table: SentenceTable, post: number, other: OtherWording): number {
  let said = other.base
  eachPhrase(table, post, (phrase, value) => {
    said += value * (other.weights[phrase] ?? 0)
  })
  return said
}

function eachPhrase(
  table: SentenceTable,
  post: number,
  visit: (phrase: number, value: number) => void,
): void {
  const from = table.postFrom[post] ?? 0
  const to = table.postFrom[post + 1] ?? 0
  const share = shareOfSentence(to - from)
  for (let sentence = from; sentence < to; sentence++) {
    const value = share * phraseValue(table.tokens[sentence] ?? 0)
    for (const feature of featuresOf(table, sentence))
      if (feature >= ruleFeatureCount) visit(feature - ruleFeatureCount, value)
  }
}
