import { Buffer } from 'node:buffer'
import type { NeedWordsFile } from '#scoring/needs/need-words.ts'
import type { ScorablePost } from '#scoring/post-score.ts'
import { learnEmbeddings } from './word-embeddings.ts'

/** Words kept, the most common: rarer ones are told apart by how they are written. */
const mostWords = 12_000
const size = 48
const plainWord = /^\p{L}[\p{L}\p{N}'’-]+$/u

/** Learns which words are used alike, and how rare each is, as the served file stores them. */
export function learnNeedWords(posts: readonly ScorablePost[]): NeedWordsFile {
  const { words, vectors, shares } = learnEmbeddings(posts, size)
  const kept = words
    .map((word, at) => ({ word, at, share: shares[at] ?? 0 }))
    .filter(({ word, share }) => share > 0 && plainWord.test(word))
    .sort((a, b) => b.share - a.share || (a.word < b.word ? -1 : 1))
    .slice(0, mostWords)
  let most = 0
  for (const { at } of kept)
    for (let each = 0; each < size; each++) most = Math.max(most, Math.abs(vectors[at * size + each] ?? 0))
  const step = most / 127
  const bytes = new Int8Array(kept.length * size)
  kept.forEach(({ at }, place) => {
    for (let each = 0; each < size; each++)
      bytes[place * size + each] = Math.round((vectors[at * size + each] ?? 0) / step)
  })
  return {
    size,
    step: Number(step.toPrecision(6)),
    words: kept.map(({ word }) => word).join(' '),
    // Posts in ten thousand that hold each.
    shares: kept.map(({ share }) => Math.max(1, Math.round(share * 10_000))).join(' '),
    vectors: Buffer.from(bytes.buffer).toString('base64'),
  }
}
