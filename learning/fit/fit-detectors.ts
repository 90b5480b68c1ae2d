import { held } from '#scoring/plain-math.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { signals } from '#scoring/signal.ts'
import { mostOfTitle, phraseValue } from '#scoring/sum-signals.ts'
import { askedOfPosts, type LabelledPost, showsSignal } from '../data/labelled-post.ts'
import { seededRandom } from '../evaluate/metrics.ts'
import { logistic } from './fit-score.ts'
import { addTimes, countUses, descend, makeWeights, type Step } from './gradient-descent.ts'
import { featuresOf, type SentenceLabels, type SentenceTable } from './sentence-table.ts'
import { embeddedWords, type WordEmbeddings } from './word-embeddings.ts'

const width = signals.length
const rounds = 6
const firstRate = 0.15
/** What a sentence counts that nobody marked, of a signal that its post shows: raters marked the clearest only. */
const unmarkedWeight = 0.25
/** The weight of a whole post's label relative to that of a sentence. */
const wholePostWeight = 2
const penalty = 0.02
/** Sentences of a post that are learned from at most. */
const mostSentences = 200

export type DetectorWeights = Reading['weights']

export type DetectorFit = {
  table: SentenceTable
  labels: SentenceLabels
  posts: readonly LabelledPost[]
  embeddings: WordEmbeddings
  learnFrom: (post: number) => boolean
}

type Reading = ReturnType<typeof startReading>

/**
 * Fits all detectors at once by stochastic gradients with adaptive steps: logistic loss for sentences that raters marked;
 * for posts that were judged as a whole, that of at least one sentence showing the signal (noisy-or). A detector learns
 * from the labels of its own signal only. The same input gives the same weights.
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
  descend({ items, rounds, firstRate, random: seededRandom(11) }, (item, step) => {
    const post = item >> 1
    readSentences(reading, post)
    if ((item & 1) === 1) slopesOfSentences(reading, post)
    else slopesOfPost(reading, post)
    learn(reading, post, { columns: (item & 1) === 1 ? width : askedOfPosts.length, step })
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
    /** One row of `signals.length` weights a feature, and what words used alike say alike. */
    weights: {
      features: makeWeights(featureCount * width),
      base,
      inTitle: makeWeights(width),
      asks: makeWeights(width),
      /** By dimension of the embeddings: of a word in its own sentence, and of one of the title in any sentence. */
      alike: makeWeights(size * width),
      context: makeWeights(size * width),
    },
    logOdds: new Float32Array(mostSentences * width),
    slopes: new Float32Array(mostSentences * width),
    embedded: new Float32Array(mostSentences * size),
    /** The embeddings of a title's words, and by signal what they say in every sentence. */
    title: { embedded: new Float32Array(size), said: new Float32Array(width) },
  }
}

function sentenceRange({ table }: Reading, post: number): { from: number; count: number } {
  const from = table.postFrom[post] ?? 0
  return { from, count: Math.min(mostSentences, (table.postFrom[post + 1] ?? 0) - from) }
}

/** Leaves the log odds of a post's sentences, and the embeddings of their words. */
function readSentences(reading: Reading, post: number): void {
  const { table, words, embedded, title } = reading
  const { size } = words
  const { from, count } = sentenceRange(reading, post)
  embedded.fill(0, 0, count * size)
  title.embedded.fill(0)
  for (let at = 0; at < count; at++) {
    readOwnWords(reading, from + at, at)
    if (table.inTitle[from + at] !== 1) continue
    addTimes(title.embedded, embedded, { to: 0, from: at * size, count: size, times: 1 })
  }
  addTitle(reading, count)
}

/** Leaves what the words of a sentence say in it. */
function readOwnWords(
  { table, weights, words, logOdds, embedded }: Reading,
  sentence: number,
  at: number,
): void {
  const { size, vectors, place } = words
  const value = phraseValue(table.tokens[sentence] ?? 0)
  const row = at * width
  for (let column = 0; column < width; column++)
    logOdds[row + column] =
      (weights.base.value[column] ?? 0) +
      (table.inTitle[sentence] === 1 ? (weights.inTitle.value[column] ?? 0) : 0) +
      (table.asks[sentence] === 1 ? (weights.asks.value[column] ?? 0) : 0)
  for (const feature of featuresOf(table, sentence)) {
    const times = feature < ruleFeatureCount ? 1 : value
    addTimes(logOdds, weights.features.value, { to: row, from: feature * width, count: width, times })
    const found = place[feature] ?? -1
    if (found >= 0)
      addTimes(embedded, vectors, { to: at * size, from: found * size, count: size, times: value })
  }
  for (let each = 0; each < size; each++) {
    const times = embedded[at * size + each] ?? 0
    if (times !== 0)
      addTimes(logOdds, weights.alike.value, { to: row, from: each * width, count: width, times })
  }
}

function addTitle({ weights, words, logOdds, title }: Reading, count: number): void {
  const { embedded, said } = title
  said.fill(0)
  for (let each = 0; each < words.size; each++)
    addTimes(said, weights.context.value, {
      to: 0,
      from: each * width,
      count: width,
      times: embedded[each] ?? 0,
    })
  for (let at = 0; at < count * width; at++)
    logOdds[at] = (logOdds[at] ?? 0) + held(said[at % width] ?? 0, mostOfTitle)
}

function slopesOfSentences(reading: Reading, post: number): void {
  const { labels, logOdds, slopes } = reading
  const { from, count } = sentenceRange(reading, post)
  const shown = new Uint8Array(width)
  for (let at = 0; at < count * width; at++) if (labels.shows[from * width + at] === 1) shown[at % width] = 1
  for (let at = 0; at < count; at++) {
    const judged = labels.judged[from + at] === 1
    for (let column = 0; column < width; column++) {
      const shows = labels.shows[(from + at) * width + column] ?? 0
      const weight = !judged ? 0 : shows === 1 || shown[column] === 0 ? 1 : unmarkedWeight
      slopes[at * width + column] = weight * (logistic(logOdds[at * width + column] ?? 0) - shows)
    }
  }
}

/** The slopes of the loss of a post judged as a whole: it shows a signal where at least one sentence does. */
function slopesOfPost(reading: Reading, post: number): void {
  const { logOdds, slopes, posts } = reading
  const judged = posts[post]
  if (judged === undefined) return
  const { count } = sentenceRange(reading, post)
  askedOfPosts.forEach((signal, column) => {
    let logNone = 0
    for (let at = 0; at < count; at++) logNone -= softplus(logOdds[at * width + column] ?? 0)
    const none = Math.exp(logNone)
    const slope = showsSignal(judged.signals[signal]) ? -none / Math.max(1e-6, 1 - none) : 1
    for (let at = 0; at < count; at++)
      slopes[at * width + column] =
        wholePostWeight * judged.weight * slope * logistic(logOdds[at * width + column] ?? 0)
  })
}

const softplus = (x: number): number => (x > 20 ? x : Math.log1p(Math.exp(x)))

type Stepping = { columns: number; step: Step }

/** Takes one step down the slopes of a post. */
function learn(reading: Reading, post: number, stepping: Stepping): void {
  const { table, weights, slopes, uses } = reading
  const { columns, step } = stepping
  const { from, count } = sentenceRange(reading, post)
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
    for (const feature of featuresOf(table, sentence)) {
      const times = feature < ruleFeatureCount ? 1 : value
      const decay = penalty / (uses[feature] ?? 1)
      for (let column = 0; column < columns; column++) {
        const own = feature * width + column
        const slope = times * (slopes[row + column] ?? 0) + decay * (weights.features.value[own] ?? 0)
        step(weights.features, own, slope)
      }
    }
  }
  learnEmbedded(reading, count, stepping)
}

/** The same for what words used alike say, once for all sentences of the post. */
function learnEmbedded(
  { weights, words, slopes, embedded, title }: Reading,
  count: number,
  { columns, step }: Stepping,
): void {
  const { size } = words
  const total = new Float32Array(columns)
  const own = new Float32Array(columns)
  for (let at = 0; at < count; at++)
    addTimes(total, slopes, { to: 0, from: at * width, count: columns, times: 1 })
  const ofTitle = total.map(
    (slope, column) => slope * (mostOfTitle / (mostOfTitle + Math.abs(title.said[column] ?? 0))) ** 2,
  )
  for (let each = 0; each < size; each++) {
    own.fill(0)
    for (let at = 0; at < count; at++) {
      const times = embedded[at * size + each] ?? 0
      addTimes(own, slopes, { to: 0, from: at * width, count: columns, times })
    }
    for (let column = 0; column < columns; column++) {
      step(weights.alike, each * width + column, own[column] ?? 0)
      const slope = (title.embedded[each] ?? 0) * (ofTitle[column] ?? 0)
      step(weights.context, each * width + column, slope)
    }
  }
}
