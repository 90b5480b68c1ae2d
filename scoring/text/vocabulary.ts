/** The known words. Words are looked up by a 64-bit hash, so that reading a post allocates no strings. */
export type Vocabulary = {
  /**
   * A hash table (open addressing) with two integers per slot: the high half of the hash, then the low half.
   * The id (0 if the slot is free) replaces the lower bits of the low half. Those bits only say at which slot
   * the search for a word starts.
   */
  readonly slots: Int32Array
  /**
   * The mask of the lower bits: in a hash the first slot to search, in the table the id. Every id fits,
   * because there are more slots than words.
   */
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

/** Ids start at 1; 0 means an unknown word. */
export function buildVocabulary(wanted: Iterable<string>): Vocabulary {
  const words = ['', ...new Set(wanted)]
  let size = 1024
  while (size < words.length * 1.5) size *= 2
  const vocabulary = { slots: new Int32Array(size * 2), mask: size - 1, words }
  for (let id = 1; id < words.length; id++) addWord(vocabulary, words[id] ?? '', id)
  return vocabulary
}

function addWord({ slots, mask }: Vocabulary, word: string, id: number): void {
  const { low, high } = hashWord(word)
  let slot = low & mask
  while (slots[slot * 2 + 1] !== 0) slot = (slot + 1) & mask
  slots.set([high, (low & ~mask) | id], slot * 2)
}

function hashWord(word: string): { low: number; high: number } {
  let low = hashSeedLow
  let high = hashSeedHigh
  for (let at = 0; at < word.length; at++) {
    low = mixLow(low, word.charCodeAt(at))
    high = mixHigh(high, word.charCodeAt(at))
  }
  return { low, high }
}

/** The id of the word with these two halves of a hash, or 0. */
export function findWord({ slots, mask }: Vocabulary, low: number, high: number): number {
  for (let slot = low & mask; ; slot = (slot + 1) & mask) {
    const found = slots[slot * 2 + 1] ?? 0
    if (found === 0) return 0
    if (slots[slot * 2] === high && ((found ^ low) & ~mask) === 0) return found & mask
  }
}

/** The id of a word given as text, or 0. */
export function wordId(vocabulary: Vocabulary, word: string): number {
  const { low, high } = hashWord(word)
  return findWord(vocabulary, low, high)
}
