import { hashSlot } from './hash-slot.ts'
import { type Vocabulary, wordId } from './vocabulary.ts'

/**
 * Plain phrases of one or more words. Each phrase has an entry. The entries of single words come first, by
 * id. Then come longer phrases and their prefixes, as a hash table with open addressing. The table is small
 * and sorted by frequency, so that most lookups stay in the CPU cache.
 */
export type NgramTable = {
  /**
   * Two integers per entry. The lowest bit of the first tells whether longer phrases start with the entry.
   * The other bits are the number of the entry's phrase plus one, or 0 if it has no phrase. The second
   * integer is for the reader's own use, initially -1.
   */
  readonly entries: Int32Array
  /** The key of each slot: see `ngramKey`. -1 means a free slot. */
  readonly keys: Int32Array
  /** A Bloom filter with one bit per key, because most lookups find no phrase. */
  readonly sieve: Int32Array
  readonly span: number
  /** The number of words of the longest phrase. */
  readonly longest: number
}

// A constant of this module, because the engine resolves an import or export again at each use.
const slotOf = hashSlot

const sieveMask = (1 << 17) - 1

/** Compiles phrases of words in the vocabulary. A phrase is named by its index in the list. */
export function compileNgrams(phrases: readonly string[], vocabulary: Vocabulary): NgramTable {
  const sequences = phrases.map((phrase) => phrase.split(' ').map((word) => wordId(vocabulary, word)))
  const span = vocabulary.words.length
  let size = 1024
  while (size < sequences.reduce((sum, { length }) => sum + length - 1, 0) * 1.5) size *= 2
  if ((span + size) * span > 0xffffffff) throw new Error('too many phrases for one table')
  const entries = new Int32Array((span + size) * 2)
  for (let entry = 0; entry < span + size; entry++) entries[entry * 2 + 1] = -1
  const longest = Math.max(0, ...new Set(sequences.map(({ length }) => length)))
  const keys = new Int32Array(size).fill(-1)
  const table: NgramTable = { entries, keys, sieve: new Int32Array((sieveMask + 1) / 32), span, longest }
  sequences.forEach(([first = 0, ...others], phrase) => {
    let entry = first
    for (const word of others) {
      entries[entry * 2] = (entries[entry * 2] ?? 0) | 1
      entry = addEntry(table, ngramKey(entry, word, span))
    }
    entries[entry * 2] = ((phrase + 1) * 2) | ((entries[entry * 2] ?? 0) & 1)
  })
  return table
}

/** A hash of an entry and the next word, as a signed integer. */
function ngramKey(entry: number, word: number, span: number): number {
  return (Math.imul(entry, span) + word) | 0
}

function addEntry({ keys, sieve, span }: NgramTable, key: number): number {
  const mixed = slotOf(key, -1)
  const bit = mixed & sieveMask
  sieve[bit >>> 5] = (sieve[bit >>> 5] ?? 0) | (1 << (bit & 31))
  const mask = keys.length - 1
  let slot = mixed & mask
  while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask
  keys[slot] = key
  return span + slot
}

/** The entry that `entry` and the next word lead to, or 0 if there is none. */
export function followNgram({ keys, sieve, span }: NgramTable, entry: number, word: number): number {
  const key = ngramKey(entry, word, span)
  const mixed = slotOf(key, -1)
  const bit = mixed & sieveMask
  if ((((sieve[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 0) return 0
  const mask = keys.length - 1
  for (let slot = mixed & mask; ; slot = (slot + 1) & mask) {
    if (keys[slot] === key) return span + slot
    if (keys[slot] === -1) return 0
  }
}
