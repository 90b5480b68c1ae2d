import { decodeBytes } from '../model/packed-rows.ts'
import type { Bag, Wants } from './read-wants.ts'
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

export type NeedWords = ReturnType<typeof openNeedWords>

export function openNeedWords({ size, step, words, shares, vectors }: NeedWordsFile) {
  const shareOf = shares.split(' ')
  /** By word in lower case, without apostrophes. */
  const placeOf = new Map<string, number>()
  /** The share of posts that hold a form of a stem; a stem that is missing is rarer than all of them. */
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

/** What posts are about, as directions: `size` numbers each, of length 1, or 0 where no word is known. */
export type Meanings = { size: number; rows: Float32Array }

/** The mean of a post's words, weighed by what each tells, less what all posts share: that is the keyword. */
export function meaningsOf({ list }: Wants, bags: readonly Bag[], words: NeedWords): Meanings {
  const { size, placeOf, vectors } = words
  const places = list.texts.map((text) => placeOf.get(text) ?? -1)
  const rows = new Float32Array(bags.length * size)
  bags.forEach((bag, post) => {
    for (const [word, times] of bag) {
      const place = places[word] ?? -1
      const tells = list.tells[list.stems[word] ?? 0] ?? 0
      if (place < 0 || tells === 0) continue
      const weight = tells * (times / (times + 2))
      for (let at = 0; at < size; at++)
        rows[post * size + at] = (rows[post * size + at] ?? 0) + weight * (vectors[place * size + at] ?? 0)
    }
  })
  normaliseRows(rows, size)
  takeMean(rows, size)
  normaliseRows(rows, size)
  return { size, rows }
}

/** How near two posts are in meaning, from -1 to 1. */
export function nearness({ size, rows }: Meanings, one: number, other: number): number {
  let sum = 0
  for (let at = 0; at < size; at++) sum += (rows[one * size + at] ?? 0) * (rows[other * size + at] ?? 0)
  return sum
}

function takeMean(rows: Float32Array, size: number): void {
  const count = rows.length / size
  const mean = new Float64Array(size)
  for (let at = 0; at < rows.length; at++) mean[at % size] = (mean[at % size] ?? 0) + (rows[at] ?? 0) / count
  for (let at = 0; at < rows.length; at++) rows[at] = (rows[at] ?? 0) - (mean[at % size] ?? 0)
}

function normaliseRows(rows: Float32Array, size: number): void {
  for (let from = 0; from < rows.length; from += size) {
    let square = 0
    for (let at = from; at < from + size; at++) square += (rows[at] ?? 0) ** 2
    const length = Math.sqrt(square)
    if (length === 0) continue
    for (let at = from; at < from + size; at++) rows[at] = (rows[at] ?? 0) / length
  }
}
