import { held } from '#scoring/plain-math.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { signals } from '#scoring/signal.ts'
import { mostOfTitle, phraseValue } from '#scoring/sum-signals.ts'
import { askedOfPosts, type LabelledPost, showsSignal } from '../data/labelled-post.ts'
import { seededRandom } from '../evaluate/metrics.ts'
import { logistic } from './fit-score.ts'
import {
  addProducts,
  addRows,
  addTimes,
  countUses,
  descend,
  makeWeights,
  type Step,
  type Stretch,
  stepAlong,
} from './gradient-descent.ts'
import { featuresOf, type SentenceLabels, type SentenceTable } from './sentence-table.ts'
import { embeddedWords, type WordEmbeddings } from './word-embeddings.ts'

const width = signals.length
const rounds = 5
const firstRate = 0.15
/**
 * The weight of an unmarked sentence for a signal that its post shows: low, because raters marked only the
 * clearest sentences.
 */
const unmarkedWeight = 0.25
/** The weight of the label of a whole post, relative to the label of a sentence. */
const wholePostWeight = 2
const penalty = 0.02
/** At most this many sentences of a post are used for training. */
const mostSentences = 200

export type DetectorWeights = Reading['weights']

export type DetectorFit = {
  table: SentenceTable
  labels: SentenceLabels
  posts: readonly LabelledPost[]
  embeddings: WordEmbeddings
  /** The embeddings of each sentence's words: see `embedSentences`. */
  embedded: Float32Array
  learnFrom: (post: number) => boolean
}

type Reading = ReturnType<typeof startReading>

/**
 * Fits all detectors together by stochastic gradient descent with adaptive steps. The loss for judged
 * sentences is logistic. For posts judged as a whole, the loss is based on the probability that at least one
 * sentence shows the signal (noisy-or). A detector learns only from labels of its own signal. Deterministic.
 */
export function fitDetectors(fit: DetectorFit) {
  const reading = startReading(fit)
  const bySentence: number[] = []
  const byPost: number[] = []
  fit.posts.forEach((post, at) => {
    if (!fit.learnFrom(at)) return
    if (post.marks !== undefined) bySentence.push(at * 2 + 1)
    if (Object.keys(post.signals).length > 0) byPost.push(at * 2)
  })
  const items = () => [...bySentence, ...byPost]
  descend({ items, rounds, firstRate, random: seededRandom(11) }, (item, step, rate) => {
    const post = item >> 1
    const columns = (item & 1) === 1 ? width : askedOfPosts.length
    readSentences(reading, post, columns)
    if ((item & 1) === 1) slopesOfSentences(reading, post)
    else slopesOfPost(reading, post)
    learn(reading, post, { columns, step, rate })
  })
  return { weights: reading.weights, words: reading.words }
}

function startReading(fit: DetectorFit) {
  const { table, embeddings } = fit
  const featureCount = ruleFeatureCount + table.phrases.length
  const { size } = embeddings
  const base = makeWeights(width)
  base.value.fill(-3)
  return {
    ...fit,
    words: embeddedWords(table.phrases, embeddings),
    uses: countUses(table.feature, featureCount).map((count) => count * 0.02 + 1),
    /**
     * `features` has a row of `signals.length` weights for each feature. The weights of embeddings are shared
     * by all features.
     */
    weights: {
      features: makeWeights(featureCount * width),
      base,
      inTitle: makeWeights(width),
      asks: makeWeights(width),
      /**
       * For each dimension of the embeddings: `alike` is the weight of a word in its own sentence, and
       * `context` is the weight of a title word in every sentence.
       */
      alike: makeWeights(size * width),
      context: makeWeights(size * width),
    },
    logOdds: new Float32Array(mostSentences * width),
    slopes: new Float32Array(mostSentences * width),
    /** The gradients of the embedding weights. */
    own: new Float32Array(size * width),
    /**
     * The sum of the embeddings of a title's words, and for each signal the effect of these words on every
     * sentence.
     */
    title: { embedded: new Float32Array(size), said: new Float32Array(width) },
  }
}

function sentenceRange({ table }: Reading, post: number): { from: number; count: number } {
  const from = table.postFrom[post] ?? 0
  return { from, count: Math.min(mostSentences, (table.postFrom[post + 1] ?? 0) - from) }
}

/** Writes the log odds of the sentences of a post, for the first `columns` signals. */
function readSentences(reading: Reading, post: number, columns: number): void {
  const { table, words, embedded, title } = reading
  const { size } = words
  const { from, count } = sentenceRange(reading, post)
  title.embedded.fill(0)
  for (let at = 0; at < count; at++) {
    readOwnWords(reading, from + at, { at, columns })
    if (table.inTitle[from + at] !== 1) continue
    addTimes(title.embedded, embedded, { to: 0, from: (from + at) * size, count: size, times: 1 })
  }
  addTitle(reading, count, columns)
}

/** Writes what the words of a sentence contribute to that sentence. */
function readOwnWords(
  { table, weights, words, logOdds, embedded }: Reading,
  sentence: number,
  { at, columns }: { at: number; columns: number },
): void {
  const { size } = words
  const value = phraseValue(table.tokens[sentence] ?? 0)
  const row = at * width
  for (let column = 0; column < columns; column++)
    logOdds[row + column] =
      (weights.base.value[column] ?? 0) +
      (table.inTitle[sentence] === 1 ? (weights.inTitle.value[column] ?? 0) : 0) +
      (table.asks[sentence] === 1 ? (weights.asks.value[column] ?? 0) : 0)
  const add: Stretch = { to: row, from: 0, count: columns, times: 1 }
  for (const feature of featuresOf(table, sentence)) {
    add.times = feature < ruleFeatureCount ? 1 : value
    add.from = feature * width
    addTimes(logOdds, weights.features.value, add)
  }
  addRows(logOdds, row, {
    matrix: weights.alike.value,
    factors: embedded,
    from: sentence * size,
    rows: size,
    width,
    columns,
  })
}

function addTitle({ weights, words, logOdds, title }: Reading, count: number, columns: number): void {
  const { embedded, said } = title
  said.fill(0)
  const rows = words.size
  addRows(said, 0, { matrix: weights.context.value, factors: embedded, from: 0, rows, width, columns })
  for (let column = 0; column < columns; column++) {
    const all = held(said[column] ?? 0, mostOfTitle)
    for (let at = column; at < count * width; at += width) logOdds[at] = (logOdds[at] ?? 0) + all
  }
}

function slopesOfSentences(reading: Reading, post: number): void {
  const { labels, logOdds, slopes, posts } = reading
  const { from, count } = sentenceRange(reading, post)
  const shown = new Uint8Array(width)
  for (let at = 0; at < count * width; at++) if (labels.shows[from * width + at] === 1) shown[at % width] = 1
  const markedFor = signals.map((signal) => posts[post]?.markedFor?.has(signal) === true)
  for (let at = 0; at < count; at++) {
    const judged = labels.judged[from + at] === 1
    for (let column = 0; column < width; column++) {
      const shows = labels.shows[(from + at) * width + column] ?? 0
      const weight =
        !judged || markedFor[column] !== true ? 0 : shows === 1 || shown[column] === 0 ? 1 : unmarkedWeight
      slopes[at * width + column] =
        weight === 0 ? 0 : weight * (logistic(logOdds[at * width + column] ?? 0) - shows)
    }
  }
}

/**
 * The gradients for a post that was judged as a whole. Such a post shows a signal if at least one sentence
 * shows the signal.
 */
function slopesOfPost(reading: Reading, post: number): void {
  const { logOdds, slopes, posts } = reading
  const judged = posts[post]
  if (judged === undefined) return
  const { count } = sentenceRange(reading, post)
  askedOfPosts.forEach((signal, column) => {
    const share = judged.signals[signal]
    let logNone = 0
    for (let at = 0; at < count; at++) logNone -= softplus(logOdds[at * width + column] ?? 0)
    const none = Math.exp(logNone)
    const slope = share === undefined ? 0 : showsSignal(share) ? -none / Math.max(1e-6, 1 - none) : 1
    for (let at = 0; at < count; at++)
      slopes[at * width + column] =
        slope === 0
          ? 0
          : wholePostWeight * judged.weight * slope * logistic(logOdds[at * width + column] ?? 0)
  })
}

const softplus = (x: number): number => (x > 20 ? x : Math.log1p(Math.exp(x)))

type Stepping = { columns: number; step: Step; rate: number }

/** Makes one gradient step for a post. */
function learn(reading: Reading, post: number, stepping: Stepping): void {
  const { table, weights, slopes, uses } = reading
  const { columns, step, rate } = stepping
  const { from, count } = sentenceRange(reading, post)
  const along = { to: 0, from: 0, count: columns, times: 1, decay: 0, rate }
  for (let at = 0; at < count; at++) {
    const sentence = from + at
    const value = phraseValue(table.tokens[sentence] ?? 0)
    const row = at * width
    for (let column = 0; column < columns; column++) {
      const slope = slopes[row + column] ?? 0
      step(weights.base, column, slope)
      if (table.inTitle[sentence] === 1) step(weights.inTitle, column, slope)
      if (table.asks[sentence] === 1) step(weights.asks, column, slope)
    }
    along.from = row
    for (const feature of featuresOf(table, sentence)) {
      along.times = feature < ruleFeatureCount ? 1 : value
      along.decay = penalty / (uses[feature] ?? 1)
      along.to = feature * width
      stepAlong(weights.features, slopes, along)
    }
  }
  learnEmbedded(reading, { from, count }, stepping)
}

/** Makes the gradient step for the weights of embeddings, once for all sentences of the post. */
function learnEmbedded(
  reading: Reading,
  { from, count }: { from: number; count: number },
  { columns, rate }: Stepping,
): void {
  const { weights, words, slopes, embedded, title } = reading
  const { size } = words
  const total = new Float32Array(columns)
  const own = reading.own.fill(0)
  for (let at = 0; at < count; at++) {
    addTimes(total, slopes, { to: 0, from: at * width, count: columns, times: 1 })
    const factors = { factors: embedded, from: (from + at) * size, rows: size }
    addProducts(own, { numbers: slopes, at: at * width, ...factors, width, columns })
  }
  const ofTitle = total.map(
    (slope, column) => slope * (mostOfTitle / (mostOfTitle + Math.abs(title.said[column] ?? 0))) ** 2,
  )
  const along = { to: 0, from: 0, count: columns, times: 1, decay: 0, rate }
  for (let each = 0; each < size; each++) {
    along.to = each * width
    along.from = each * width
    along.times = 1
    stepAlong(weights.alike, own, along)
    along.from = 0
    along.times = title.embedded[each] ?? 0
    if (along.times !== 0) stepAlong(weights.context, ofTitle, along)
  }
}
