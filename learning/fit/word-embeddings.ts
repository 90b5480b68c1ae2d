import type { ScorablePost } from '#scoring/post-score.ts'
import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens, markWords, quoted, readingWords, type Tokens } from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'
import { wordsIn } from './choose-phrases.ts'
import { leadingDirections, type SparseMatrix } from './decompose.ts'
import { makePairCounts, type PairCounts } from './pair-counts.ts'

const wordCount = 30_000
const vectorSize = 128
const reach = 5
const mostTokens = 1500
const leastTogether = 0.9

/**
 * Word embeddings from co-occurrence, so that words with similar uses have similar vectors. `vectors` has
 * `size` numbers per word; the vectors of rarer words are longer. `shares` is the share of posts with the
 * word.
 */
export type WordEmbeddings = ReturnType<typeof learnEmbeddings>

/**
 * Learns embeddings from posts without labels. Deterministic. It takes about a minute for a hundred thousand
 * posts.
 */
export function learnEmbeddings(posts: readonly ScorablePost[]) {
  const words = commonWords(posts)
  const counts = makePairCounts()
  const holders = countSurroundings(posts, words, counts)
  const vectors = leadingDirections(surprise(counts, words.length), vectorSize)
  const shares = holders.map((holding) => holding / posts.length)
  for (let word = 0; word < words.length; word++) {
    const from = word * vectorSize
    let length = 0
    for (let at = from; at < from + vectorSize; at++) length += (vectors[at] ?? 0) ** 2
    const rarity = Math.log(posts.length / ((holders[word] ?? 0) + 1))
    const scale = rarity / (Math.sqrt(length) + 1e-9)
    for (let at = from; at < from + vectorSize; at++) vectors[at] = (vectors[at] ?? 0) * scale
  }
  return { words, size: vectorSize, vectors, shares }
}

/** The markers, then the words, the most common first. */
function commonWords(posts: readonly ScorablePost[]): string[] {
  const counts = new Map<string, number>()
  for (const post of posts) for (const word of wordsIn(post)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const sorted = [...counts].sort(([one, often], [other, seldom]) => seldom - often || (one < other ? -1 : 1))
  return [...markWords, ...sorted.map(([word]) => word)].slice(0, wordCount)
}

/**
 * Counts how often words occur near each other. A smaller distance counts more. Returns the number of posts
 * with each word.
 */
function countSurroundings(
  posts: readonly ScorablePost[],
  words: readonly string[],
  counts: PairCounts,
): Float64Array {
  const vocabulary = buildVocabulary([...words, ...readingWords])
  const tokenize = makeTokenizer(vocabulary)
  const tokens = emptyTokens()
  const holders = new Float64Array(words.length)
  const lastPost = new Int32Array(words.length).fill(-1)
  posts.forEach((post, at) => {
    for (const text of [post.title, post.selftext]) {
      tokenize(text, tokens)
      countNear(tokens, counts, words.length)
      for (let token = 0; token < Math.min(tokens.count, mostTokens); token++) {
        const word = (tokens.word[token] ?? 0) - 1
        if (word < 0 || word >= words.length || lastPost[word] === at) continue
        lastPost[word] = at
        holders[word] = (holders[word] ?? 0) + 1
      }
    }
  })
  return holders
}

function countNear({ word, flags, count }: Tokens, counts: PairCounts, wordsKnown: number): void {
  const end = Math.min(count, mostTokens)
  const known = (at: number) => {
    const one = (word[at] ?? 0) - 1
    return one < wordsKnown && ((flags[at] ?? 0) & quoted) === 0 ? one : -1
  }
  for (let at = 0; at < end; at++) {
    const one = known(at)
    if (one < 0) continue
    for (let gap = 1; gap <= reach && at + gap < end; gap++) {
      const other = known(at + gap)
      if (other >= 0) counts.add(one, other, 1 / gap)
    }
  }
}

/** Positive pointwise mutual information: how much more often two words occur together than by chance. */
function surprise(counts: PairCounts, rows: number): SparseMatrix {
  const sums = new Float64Array(rows)
  const lengths = new Int32Array(rows + 1)
  counts.forEach((one, other, together) => {
    if (together < leastTogether) return
    sums[one] = (sums[one] ?? 0) + together
    if (one !== other) sums[other] = (sums[other] ?? 0) + together
  })
  const weights = sums.map((sum) => sum ** 0.75)
  const total = weights.reduce((sum, one) => sum + one, 0)
  const eachFound = (visit: (row: number, near: number, value: number) => void) => {
    const find = (row: number, near: number, together: number) => {
      const value = Math.log((together * total) / ((sums[row] ?? 1) * (weights[near] ?? 1)))
      if (together >= leastTogether && value > 0) visit(row, near, value)
    }
    counts.forEach((one, other, together) => {
      find(one, other, together)
      if (one !== other) find(other, one, together)
    })
  }
  eachFound((row) => {
    lengths[row + 1] = (lengths[row + 1] ?? 0) + 1
  })
  for (let row = 0; row < rows; row++) lengths[row + 1] = (lengths[row + 1] ?? 0) + (lengths[row] ?? 0)
  const found = lengths[rows] ?? 0
  const matrix = {
    columns: rows,
    from: lengths,
    column: new Int32Array(found),
    value: new Float32Array(found),
  }
  const filled = lengths.slice()
  eachFound((row, near, value) => {
    const at = filled[row] ?? 0
    filled[row] = at + 1
    matrix.column[at] = near
    matrix.value[at] = value
  })
  return matrix
}

/** A word that is in a smaller share of posts has too few neighbours for an embedding. */
const leastShare = 1 / 8000
/** The weight of embeddings relative to the words themselves. */
const scale = 0.3

export type EmbeddedWords = ReturnType<typeof embeddedWords>

/** The embeddings of the features that have one. `place` maps a feature to its embedding; -1 for none. */
export function embeddedWords(phrases: readonly string[], embeddings: WordEmbeddings) {
  const { words, size, shares } = embeddings
  const placeOf = new Map(words.map((word, place) => [word, place]))
  const place = new Int32Array(ruleFeatureCount + phrases.length).fill(-1)
  phrases.forEach((phrase, at) => {
    const found = placeOf.get(phrase)
    if (found !== undefined && (shares[found] ?? 0) >= leastShare) place[ruleFeatureCount + at] = found
  })
  return { size, place, vectors: Float32Array.from(embeddings.vectors, (each) => each * scale) }
}

/**
 * The weights of each phrase plus what the phrase's embedding contributes. `alike` has the weights of each
 * dimension of the embeddings.
 */
export function withAlike(
  own: Float32Array,
  alike: Float32Array,
  { size, vectors, place }: EmbeddedWords,
): Float32Array {
  const width = alike.length / size
  return own.map((weight, at) => {
    const vector = place[ruleFeatureCount + Math.floor(at / width)] ?? -1
    if (vector < 0) return weight
    let sum = weight
    for (let each = 0; each < size; each++)
      sum += (vectors[vector * size + each] ?? 0) * (alike[each * width + (at % width)] ?? 0)
    return sum
  })
}
