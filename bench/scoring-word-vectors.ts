import type { ScorablePost } from '#scoring/score-post.ts'
import { makeTokenizer } from '#scoring/text/tokenize.ts'
import { emptyTokens, markWords, quoted, type Tokens } from '#scoring/text/tokens.ts'
import { buildVocabulary } from '#scoring/text/vocabulary.ts'
import { leadingDirections, type SparseMatrix } from './scoring-decompose.ts'

const wordCount = 15_000
/** The most common words stand for the surroundings of all. */
const surroundingCount = 3000
const reach = 5
const mostTokens = 1500
const leastTogether = 0.9

/**
 * What words mean by the company they keep: words used alike lie close together. `vectors` has `size` numbers a
 * word, and is longer the rarer the word; `shares` is the share of posts that have it.
 */
export type WordVectors = {
  words: readonly string[]
  size: number
  vectors: Float64Array
  shares: Float64Array
}

/** Learns what words mean from unlabelled posts. Deterministic; some half a minute for a hundred thousand. */
export function learnWordVectors(posts: readonly ScorablePost[], size = 100): WordVectors {
  const words = commonWords(posts)
  const { counts, holders } = countSurroundings(posts, words)
  const vectors = leadingDirections(surprise(counts, words.length), size)
  const shares = holders.map((holding) => holding / posts.length)
  for (let word = 0; word < words.length; word++) {
    const from = word * size
    let length = 0
    for (let at = from; at < from + size; at++) length += (vectors[at] ?? 0) ** 2
    const rarity = Math.log(posts.length / ((holders[word] ?? 0) + 1))
    const scale = rarity / (Math.sqrt(length) + 1e-9)
    for (let at = from; at < from + size; at++) vectors[at] = (vectors[at] ?? 0) * scale
  }
  return { words, size, vectors, shares }
}

/** The marks, then the most common words, most common first. */
function commonWords(posts: readonly ScorablePost[]): string[] {
  const counts = new Map<string, number>()
  for (const { title, selftext } of posts) {
    const plain = `${title} ${selftext}`.toLowerCase().replace(/['’‘`]/g, '')
    for (const word of plain.match(/\p{Letter}[\p{Letter}\d]*/gu) ?? [])
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const sorted = [...counts].sort(([one, often], [other, seldom]) => seldom - often || (one < other ? -1 : 1))
  return [...markWords, ...sorted.map(([word]) => word)].slice(0, wordCount)
}

/** How often each word stands near each common one, nearer counting more, and in how many posts it is. */
function countSurroundings(posts: readonly ScorablePost[], words: readonly string[]) {
  const vocabulary = buildVocabulary([...words, 'http', 'https', 'www'])
  const tokenize = makeTokenizer(vocabulary)
  const tokens = emptyTokens()
  const counts = new Float32Array(words.length * surroundingCount)
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
  return { counts, holders }
}

function countNear({ word, flags, count }: Tokens, counts: Float32Array, wordsKnown: number): void {
  const end = Math.min(count, mostTokens)
  const known = (at: number) => {
    const one = (word[at] ?? 0) - 1
    return one < wordsKnown && ((flags[at] ?? 0) & quoted) === 0 ? one : -1
  }
  const add = (one: number, near: number, gain: number) => {
    if (near >= surroundingCount) return
    const cell = one * surroundingCount + near
    counts[cell] = (counts[cell] ?? 0) + gain
  }
  for (let at = 0; at < end; at++) {
    const one = known(at)
    if (one < 0) continue
    for (let gap = 1; gap <= reach && at + gap < end; gap++) {
      const other = known(at + gap)
      if (other < 0) continue
      add(one, other, 1 / gap)
      add(other, one, 1 / gap)
    }
  }
}

/** Positive pointwise mutual information: how much more often two words meet than chance would have it. */
function surprise(counts: Float32Array, rows: number): SparseMatrix {
  const rowSums = new Float64Array(rows)
  for (let row = 0; row < rows; row++)
    for (let near = 0; near < surroundingCount; near++)
      rowSums[row] = (rowSums[row] ?? 0) + (counts[row * surroundingCount + near] ?? 0)
  const weights = rowSums.slice(0, surroundingCount).map((sum) => sum ** 0.75)
  const total = weights.reduce((sum, one) => sum + one, 0)
  const from = new Int32Array(rows + 1)
  const column: number[] = []
  const value: number[] = []
  for (let row = 0; row < rows; row++) {
    for (let near = 0; near < surroundingCount; near++) {
      const together = counts[row * surroundingCount + near] ?? 0
      if (together < leastTogether) continue
      const found = Math.log((together * total) / ((rowSums[row] ?? 1) * (weights[near] ?? 1)))
      if (found <= 0) continue
      column.push(near)
      value.push(found)
    }
    from[row + 1] = column.length
  }
  return { columns: surroundingCount, from, column: Int32Array.from(column), value: Float32Array.from(value) }
}
