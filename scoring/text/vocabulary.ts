/** Words the scorer knows, found by a 64-bit hash so that reading a post allocates no strings. */
export type Vocabulary = {
  readonly low: Int32Array
  readonly high: Int32Array
  readonly ids: Int32Array
  readonly mask: number
  readonly words: readonly string[]
}

export const hashSeedLow = 0x811c9dc5 | 0
export const hashSeedHigh = 0x1b873593 | 0

export function mixLow(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193)
}

export function mixHigh(hash: number, code: number): number {
  return (Math.imul(hash, 31) + Math.imul(code, 0x9e3779b1) + 7) | 0
}

/** Ids start at 1; 0 is every word that is not in the list. */
export function buildVocabulary(wanted: Iterable<string>): Vocabulary {
  const words = ['', ...new Set(wanted)]
  let size = 1024
  while (size < words.length * 3) size *= 2
  const vocabulary = {
    low: new Int32Array(size),
    high: new Int32Array(size),
    ids: new Int32Array(size),
    mask: size - 1,
    words,
  }
  for (let id = 1; id < words.length; id++) addWord(vocabulary, words[id] ?? '', id)
  return vocabulary
}

function addWord(vocabulary: Vocabulary, word: string, id: number): void {
  let low = hashSeedLow
  let high = hashSeedHigh
  for (let at = 0; at < word.length; at++) {
    low = mixLow(low, word.charCodeAt(at))
    high = mixHigh(high, word.charCodeAt(at))
  }
  let slot = low & vocabulary.mask
  while (vocabulary.ids[slot] !== 0) slot = (slot + 1) & vocabulary.mask
  vocabulary.low[slot] = low
  vocabulary.high[slot] = high
  vocabulary.ids[slot] = id
}

/** The id of the word with these two hashes, or 0. */
export function findWord(vocabulary: Vocabulary, low: number, high: number): number {
  const { ids, mask } = vocabulary
  let slot = low & mask
  for (;;) {
    const id = ids[slot] ?? 0
    if (id === 0) return 0
    if (vocabulary.low[slot] === low && vocabulary.high[slot] === high) return id
    slot = (slot + 1) & mask
  }
}

/** The id of a word given as text, or 0. */
export function wordId(vocabulary: Vocabulary, word: string): number {
  let low = hashSeedLow
  let high = hashSeedHigh
  for (let at = 0; at < word.length; at++) {
    low = mixLow(low, word.charCodeAt(at))
    high = mixHigh(high, word.charCodeAt(at))
  }
  return findWord(vocabulary, low, high)
}
