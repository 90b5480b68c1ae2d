import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import { shareOfPhrase } from '#scoring/weigh-whole-post.ts'
import type { EmbeddedWords } from './embedded-words.ts'
import type { SentenceTable } from './sentence-table.ts'

/** By post its phrases, each once, and the embeddings of its words, `size` numbers. */
export type WholePosts = { from: Int32Array; phrase: Int32Array; embedded: Float32Array; size: number }

export function readWholePosts(table: SentenceTable, words: EmbeddedWords): WholePosts {
  const { size } = words
  const { from, phrase } = distinctPhrases(table)
  const count = from.length - 1
  const embedded = new Float32Array(count * size)
  for (let post = 0; post < count; post++) {
    const end = from[post + 1] ?? 0
    const value = shareOfPhrase(end - (from[post] ?? 0))
    for (let at = from[post] ?? 0; at < end; at++) {
      const vector = words.place[ruleFeatureCount + (phrase[at] ?? 0)] ?? -1
      if (vector < 0) continue
      for (let each = 0; each < size; each++) {
        const place = post * size + each
        embedded[place] = (embedded[place] ?? 0) + value * (words.vectors[vector * size + each] ?? 0)
      }
    }
  }
  return { from, phrase, embedded, size }
}

/** By post its phrases, each once. */
export function distinctPhrases({ phrases, postFrom, featuresFrom, feature }: SentenceTable) {
  const count = postFrom.length - 1
  const from = new Int32Array(count + 1)
  const phrase = new Int32Array(feature.length)
  const seenIn = new Int32Array(phrases.length).fill(-1)
  let total = 0
  for (let post = 0; post < count; post++) {
    const end = featuresFrom[postFrom[post + 1] ?? 0] ?? 0
    for (let at = featuresFrom[postFrom[post] ?? 0] ?? 0; at < end; at++) {
      const found = (feature[at] ?? 0) - ruleFeatureCount
      if (found < 0 || seenIn[found] === post) continue
      seenIn[found] = post
      phrase[total++] = found
    }
    from[post + 1] = total
  }
  return { from, phrase: phrase.slice(0, total) }
}
