import { decodeBytes } from '../model/decode-bytes.ts'
import { stemWord } from './stem-word.ts'

/** Words that are used alike, and how rare each is; learned from unlabelled posts (learning/fit/need-words.ts). */
export type NeedWordsFile = {
  /** Numbers a word. */
  size: number
  /** What the vectors count in. */
  step: number
  /** Parted by blanks, the most common first. */
  words: string
  /** Posts in ten thousand that hold each word, parted by blanks. */
  shares: string
  /** Signed bytes in base 64, `size` a word; the longer the rarer the word. */
  vectors: string
}

export type NeedWords = {
  size: number
  /** The place of a word in lower case, without apostrophes. */
  placeOf: ReadonlyMap<string, number>
  /** The share of posts that hold a form of a stem; a stem that is missing is rarer than all of them. */
  shareOfStem: ReadonlyMap<string, number>
  /** By place, `size` numbers each. */
  vectors: Float32Array
}

export function openNeedWords({ size, step, words, shares, vectors }: NeedWordsFile): NeedWords {
  const shareOf = shares.split(' ')
  const placeOf = new Map<string, number>()
  const shareOfStem = new Map<string, number>()
  words.split(' ').forEach((word, place) => {
    const plain = word.replaceAll(/['’]/gu, '')
    if (!placeOf.has(plain)) placeOf.set(plain, place)
    const stem = stemWord(plain)
    shareOfStem.set(stem, (shareOfStem.get(stem) ?? 0) + Number(shareOf[place]) / 10_000)
  })
  return {
    size,
    placeOf,
    shareOfStem,
    vectors: Float32Array.from(decodeBytes(vectors), (each) => each * step),
  }
}
