import { ArchiveWriteError } from '#server/errors.ts'

/** Object ids of PostgreSQL's built-in types (pg_type.dat); they never change. */
const typeIds = { text: 25, tsvector: 3614 } as const

/**
 * A lexeme of a tsvector with its positions. Each position has 16 bits, of which the two highest are its
 * weight.
 */
export type VectorEntry = { readonly lexeme: string; readonly places: readonly number[] }

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

/** Writes a short text and a zero byte. Returns the end. */
function writeLexeme(bytes: Buffer, from: number, lexeme: string): number {
  let to = from
  for (let at = 0; at < lexeme.length; at += 1) {
    const code = lexeme.charCodeAt(at)
    if (code > 127) {
      to = from + bytes.write(lexeme, from)
      break
    }
    bytes[to] = code
    to += 1
  }
  bytes[to] = 0
  return to + 1
}

const bytesOf = ({ lexeme, places }: VectorEntry) => mostBytesOfUnit * lexeme.length + 3 + 2 * places.length

function writeEntries(bytes: Buffer, from: number, entries: readonly VectorEntry[]): number {
  let to = bytes.writeInt32BE(entries.length, from)
  for (const { lexeme, places } of entries) {
    to = bytes.writeUInt16BE(places.length, writeLexeme(bytes, to, lexeme))
    for (const place of places) to = bytes.writeUInt16BE(place, to)
  }
  return to
}

/** Builds a parameter of type tsvector[]. */
export function makeVectorArray() {
  const writer = makeArrayWriter('tsvector')
  return {
    addNull: () => writer.addNull(),
    /** Different lexemes in any order, each with ascending positions. */
    add(entries: readonly VectorEntry[]): void {
      const most = entries.reduce((sum, entry) => sum + bytesOf(entry), 4)
      writer.addElement(most, (bytes, from) => writeEntries(bytes, from, entries))
    },
    finish: () => writer.finish(),
  }
}
