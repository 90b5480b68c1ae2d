import { ByteReader } from './byte-reader.ts'
import type { Segment } from './open-segment.ts'

/** The lexemes to find in records, sorted by their number in the segment. */
export type WantedTerms = { terms: Uint32Array; slots: Uint32Array; count: number }

/**
 * Lexemes that no post of the segment contains are omitted. `slots` are the positions of the remaining
 * lexemes in `lexemes`.
 */
export function wantedTerms(segment: Segment, lexemes: readonly string[]): WantedTerms {
  const found = lexemes
    .map((lexeme, slot) => ({ slot, term: segment.termOf(lexeme) }))
    .filter(({ term }) => term !== -1)
    .sort((a, b) => a.term - b.term)
  return {
    terms: Uint32Array.from(found, ({ term }) => term),
    slots: Uint32Array.from(found, ({ slot }) => slot),
    count: lexemes.length,
  }
}

/**
 * The positions of a lexeme in a post, ascending. Each position is doubled, and increased by one if it is in
 * the title.
 */
export type Positions = number[]

/** The positions of each wanted lexeme; null if the post does not contain it. */
export function readRecord(record: Uint8Array, { terms, slots, count }: WantedTerms): (Positions | null)[] {
  const held: (Positions | null)[] = Array.from({ length: count }, () => null)
  const reader = new ByteReader(record)
  let [term, wanted] = [0, 0]
  while (reader.at < record.length && wanted < terms.length) {
    term += reader.varint()
    const places = reader.varint()
    while (wanted < terms.length && (terms[wanted] as number) < term) wanted += 1
    if (terms[wanted] === term) {
      const positions: Positions = []
      let place = 0
      for (let left = places; left > 0; left -= 1) {
        const packed = reader.varint()
        place += packed >>> 1
        positions.push(place * 2 + (packed & 1))
      }
      held[slots[wanted] as number] = positions
    } else reader.skipVarints(places)
  }
  return held
}

/** Whether the post contains the lexemes somewhere at these distances from each other. */
export function hasPhrase(
  record: Uint8Array,
  wanted: WantedTerms,
  offsets: readonly { slot: number; offset: number }[],
): boolean {
  const held = readRecord(record, wanted)
  return followsIn(held, offsets)
}

export function followsIn(
  held: readonly (Positions | null)[],
  offsets: readonly { slot: number; offset: number }[],
): boolean {
  const [first, ...others] = offsets
  const begin = first === undefined ? null : held[first.slot]
  if (begin == null) return false
  return begin.some((packed) =>
    others.every(({ slot, offset }) => held[slot]?.some((other) => other >> 1 === (packed >> 1) + offset)),
  )
}
