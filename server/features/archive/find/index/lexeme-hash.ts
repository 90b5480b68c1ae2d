/**
 * The two halves of the hash of a lexeme, unsigned. With 64 bits, no two of millions of lexemes are likely to
 * have the same hash.
 */
export type LexemeHash = { high: number; low: number }

const encoder = new TextEncoder()

/** Receives the hash, so that no object is created for each lexeme of an archive. */
export const hashed: LexemeHash = { high: 0, low: 0 }

/**
 * Hashes a range of bytes into `hashed`. The index does not store lexemes themselves, because they are words
 * that people wrote.
 */
export function hashBytes(bytes: Uint8Array, start: number, end: number): void {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] as number
    high = Math.imul(high ^ byte, 2_654_435_761)
    low = Math.imul(low ^ byte, 1_597_334_677)
  }
  const first = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  const second =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(first ^ (first >>> 13), 3_266_489_909)
  hashed.high = second >>> 0
  hashed.low = first >>> 0
}

export function hashOf(lexeme: string): LexemeHash {
  const bytes = encoder.encode(lexeme)
  hashBytes(bytes, 0, bytes.length)
  return { ...hashed }
}
