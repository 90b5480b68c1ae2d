import { ArchiveWriteError } from '#server/errors.ts'

/** Object ids of PostgreSQL's built-in types (pg_type.dat); they never change. */
const typeIds = { text: 25, tsvector: 3614 } as const

/**
 * Different lexemes of a tsvector in any order, by their numbers. The lexeme n is the UTF-8 bytes from
 * `starts[n]` to `starts[n + 1]`, of which the last is 0, and has `counts[n]` positions. `places` has the
 * ascending positions of the first lexeme, then those of the second, and so on. Each position has 16 bits, of
 * which the two highest are its weight.
 */
export type VectorEntries = {
  readonly lexemes: readonly number[]
  readonly bytes: Uint8Array
  readonly starts: readonly number[]
  readonly counts: readonly number[]
  readonly places: Uint16Array
}

const headerBytes = 20
const firstBytes = 64 * 1024
/** UTF-8 needs at most this many bytes for each UTF-16 unit. */
const mostBytesOfUnit = 3

/**
 * Writes an array as a parameter in PostgreSQL's binary format (array_recv), which the server reads faster than
 * text or JSON.
 */
function makeArrayWriter(type: keyof typeof typeIds) {
  let bytes = Buffer.allocUnsafe(firstBytes)
  let end = headerBytes
  let elements = 0
  let hasNulls = 0

  const makeRoom = (most: number) => {
    if (end + most <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(2 * bytes.length, end + most))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  const addNull = () => {
    makeRoom(4)
    end = bytes.writeInt32BE(-1, end)
    elements += 1
    hasNulls = 1
  }
  /** Writes an element whose length is known only afterwards. */
  const addElement = (most: number, write: (bytes: Buffer, from: number) => number) => {
    makeRoom(4 + most)
    const from = end + 4
    const to = write(bytes, from)
    bytes.writeInt32BE(to - from, end)
    end = to
    elements += 1
  }
  return {
    addNull,
    addElement,
    finish(): Buffer {
      bytes.writeInt32BE(elements === 0 ? 0 : 1, 0)
      bytes.writeInt32BE(hasNulls, 4)
      bytes.writeInt32BE(typeIds[type], 8)
      bytes.writeInt32BE(elements, 12)
      bytes.writeInt32BE(1, 16)
      return bytes.subarray(0, elements === 0 ? 12 : end)
    },
  }
}

/** A parameter of type text[]. Throws ArchiveWriteError if a text has half a surrogate pair, which UTF-8 cannot express. */
export function textArray(texts: Iterable<string | null>): Buffer {
  const writer = makeArrayWriter('text')
  for (const text of texts) {
    if (text === null) {
      writer.addNull()
      continue
    }
    if (!text.isWellFormed()) throw new ArchiveWriteError('bad_row', 'incomplete character', null)
    writer.addElement(mostBytesOfUnit * text.length, (bytes, from) => from + bytes.write(text, from))
  }
  return writer.finish()
}

function mostBytesOf({ lexemes, starts, places }: VectorEntries): number {
  let all = 4 + 2 * lexemes.length + 2 * places.length
  for (const lexeme of lexemes) all += (starts[lexeme + 1] as number) - (starts[lexeme] as number)
  return all
}

function writeEntries(bytes: Buffer, from: number, entries: VectorEntries): number {
  const { lexemes, starts, counts, places } = entries
  let to = bytes.writeInt32BE(lexemes.length, from)
  let place = 0
  for (const lexeme of lexemes) {
    const end = starts[lexeme + 1] as number
    // Lexemes are so short that a loop is faster than a call that copies bytes.
    for (let at = starts[lexeme] as number; at < end; at += 1) {
      bytes[to] = entries.bytes[at] as number
      to += 1
    }
    const count = counts[lexeme] as number
    to = bytes.writeUInt16BE(count, to)
    for (const last = place + count; place < last; place += 1)
      to = bytes.writeUInt16BE(places[place] as number, to)
  }
  return to
}

/** Builds a parameter of type tsvector[]. */
export function makeVectorArray() {
  const writer = makeArrayWriter('tsvector')
  return {
    addNull: () => writer.addNull(),
    add(entries: VectorEntries): void {
      writer.addElement(mostBytesOf(entries), (bytes, from) => writeEntries(bytes, from, entries))
    },
    finish: () => writer.finish(),
  }
}
