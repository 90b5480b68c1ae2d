import { shareOfPhrase } from '#scoring/list-signals.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { type LabelledPost, listedByWords, showsSignal } from '../data/labelled-post.ts'
import { seededRandom } from '../evaluate/metrics.ts'
import { logistic } from './fit-score.ts'
import { addTimes, countUses, descend, makeWeights, type Step, type Weights } from './gradient-descent.ts'
import type { SentenceTable } from './sentence-table.ts'
import { type EmbeddedWords, embeddedWords, type WordEmbeddings, withAlike } from './word-embeddings.ts'

const width = listedByWords.length
const rounds = 5
const firstRate = 0.05
const penalty = 0.5
/** The weight of labels by raters who applied a rubric carefully. */
const goldWeight = 6
/** For each signal, one in this many posts without the signal is used, with the weight of all of them. */
const oneIn = 3

/**
 * `sentences` has the weight of a post's sentences for each signal of `listedByWords`. `weights` has the log
 * odds of each phrase (`listedByWords.length` numbers per phrase).
 */
export type ListingFit = { sentences: Float32Array; weights: Float32Array }

export type ListingMaterial = {
  table: SentenceTable
  posts: readonly LabelledPost[]
  embeddings: WordEmbeddings
  /**
   * For each post, `listedByWords.length` numbers: the logarithm of the expected number of sentences with the
   * signal, as detectors of other folds compute it.
   */
  sentenceLogOdds: Float64Array
}

type Learned = { base: Weights; sentences: Weights; own: Weights; alike: Weights }

type Reading = ListingMaterial & { whole: WholePosts; uses: Float32Array }

type Row = { at: number; weight: number }

/**
 * For signals that have labels of whole posts, fits the weights of a post's words. These weights count in
 * addition to the sentences. There is one logistic regression per signal. Returns a function that trains on
 * some of the posts.
 */
export function openListingFit(
  material: ListingMaterial,
): (learnFrom: (post: number) => boolean) => ListingFit {
  const { table, posts, embeddings } = material
  const words = embeddedWords(table.phrases, embeddings)
  const whole = readWholePosts(table, words)
  const reading = { ...material, whole, uses: countUses(whole.phrase, table.phrases.length) }
  return (learnFrom) => {
    const random = seededRandom(23)
    const rows = posts.flatMap((post, at) => chooseRow(post, at, random)).filter(({ at }) => learnFrom(at))
    const learned = {
      base: makeWeights(width),
      sentences: makeWeights(width),
      own: makeWeights(table.phrases.length * width),
      alike: makeWeights(embeddings.size * width),
    }
    learned.sentences.value.fill(1)
    descend({ items: () => rows, rounds, firstRate, random }, (row, step) =>
      learnRow(reading, learned, { ...row, step }),
    )
    const weights = withAlike(learned.own.value, learned.alike.value, words)
    return { sentences: learned.sentences.value, weights }
  }
}

/** The training target of a post, if it has one. */
function chooseRow(post: LabelledPost, at: number, random: () => number): Row[] {
  if (post.weight === 0 || Object.keys(post.signals).length === 0) return []
  const weight = post.weight * (post.kind === 'gold' ? goldWeight : 1)
  const isPlain = post.kind === 'weak' && Object.values(post.signals).every((share) => !showsSignal(share))
  if (!isPlain) return [{ at, weight }]
  return random() * oneIn < 1 ? [{ at, weight: weight * oneIn }] : []
}

/** Makes one gradient step for a post. */
function learnRow(reading: Reading, learned: Learned, { at, weight, step }: Row & { step: Step }): void {
  const { posts, whole, uses, sentenceLogOdds } = reading
  const { base, sentences, own, alike } = learned
  const said = sayOf(whole, at, learned)
  const slopes = listedByWords.map((signal, column) => {
    const bySentences = (sentences.value[column] ?? 0) * (sentenceLogOdds[at * width + column] ?? 0)
    const chance = logistic((base.value[column] ?? 0) + bySentences + (said[column] ?? 0))
    return weight * (chance - (showsSignal(posts[at]?.signals[signal]) ? 1 : 0))
  })
  slopes.forEach((slope, column) => {
    step(base, column, slope)
    step(sentences, column, slope * (sentenceLogOdds[at * width + column] ?? 0))
  })
  const phrases = whole.phrasesOf(at)
  const value = shareOfPhrase(phrases.length)
  for (const phrase of phrases) {
    const decay = penalty / ((uses[phrase] ?? 0) * 0.05 + 1)
    for (let column = 0; column < width; column++) {
      const place = phrase * width + column
      step(own, place, value * (slopes[column] ?? 0) + decay * (own.value[place] ?? 0))
    }
  }
  for (let each = 0; each < whole.size; each++) {
    const amount = whole.embedded[at * whole.size + each] ?? 0
    for (let column = 0; column < width; column++)
      step(alike, each * width + column, amount * (slopes[column] ?? 0))
  }
}

/** What the words of a post contribute to each signal. */
function sayOf({ phrasesOf, embedded, size }: WholePosts, post: number, { own, alike }: Learned) {
  const phrases = phrasesOf(post)
  const plain = new Float64Array(width)
  for (const phrase of phrases)
    addTimes(plain, own.value, { to: 0, from: phrase * width, count: width, times: 1 })
  const value = shareOfPhrase(phrases.length)
  const said = plain.map((sum) => value * sum)
  for (let each = 0; each < size; each++) {
    const times = embedded[post * size + each] ?? 0
    addTimes(said, alike.value, { to: 0, from: each * width, count: width, times })
  }
  return said
}

type WholePosts = ReturnType<typeof readWholePosts>

/** For each post, its phrases without duplicates, and the sum of its words' embeddings (`size` numbers). */
function readWholePosts(table: SentenceTable, { size, place, vectors }: EmbeddedWords) {
  const { phrase, phrasesOf, count } = distinctPhrases(table)
  const embedded = new Float32Array(count * size)
  for (let post = 0; post < count; post++) {
    const times = shareOfPhrase(phrasesOf(post).length)
    for (const own of phrasesOf(post)) {
      const vector = place[ruleFeatureCount + own] ?? -1
      if (vector >= 0)
        addTimes(embedded, vectors, { to: post * size, from: vector * size, count: size, times })
    }
  }
  return { phrase, phrasesOf, embedded, size }
}

/**
 * The phrases of each post without duplicates. `phrase` has the phrases of all posts; `phrasesOf` has the
 * range of each post in it.
 */
export function distinctPhrases({ phrases, postFrom, featuresFrom, feature }: SentenceTable) {
  const count = postFrom.length - 1
  const from = new Int32Array(count + 1)
  const phrase = new Int32Array(feature.length)
  const seenIn = new Int32Array(phrases.length).fill(-1)
  let total = 0
  for (let post = 0; post < count; post++) {
    const own = feature.subarray(featuresFrom[postFrom[post] ?? 0], featuresFrom[postFrom[post + 1] ?? 0])
    for (const one of own) {
      const found = one - ruleFeatureCount
      if (found < 0 || seenIn[found] === post) continue
      seenIn[found] = post
      phrase[total++] = found
    }
    from[post + 1] = total
  }
  const phrasesOf = (post: number) => phrase.subarray(from[post], from[post + 1])
  return { count, phrase: phrase.slice(0, total), phrasesOf }
}
