import { ruleFeatureCount } from '#scoring/read-sentences.ts'
import type { WordEmbeddings } from './word-embeddings.ts'

/** A rarer word has too few neighbours to say what it is used like. */
const leastShare = 1 / 8000
/** How far embeddings may speak for words, against the words themselves. */
const scale = 0.3

/** The embeddings of the features that have one: `place` by feature, -1 for none. */
export type EmbeddedWords = { size: number; vectors: Float32Array; place: Int32Array }

export function embeddedWords(phrases: readonly string[], embeddings: WordEmbeddings): EmbeddedWords {
  const { words, size, shares } = embeddings
  const placeOf = new Map(words.map((word, place) => [word, place]))
  const place = new Int32Array(ruleFeatureCount + phrases.length).fill(-1)
  phrases.forEach((phrase, at) => {
    const found = placeOf.get(phrase)
    if (found !== undefined && (shares[found] ?? 0) >= leastShare) place[ruleFeatureCount + at] = found
  })
  return { size, place, vectors: Float32Array.from(embeddings.vectors, (each) => each * scale) }
}
