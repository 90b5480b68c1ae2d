import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** Increase this version when the format of the files changes, so that older files are built again. */
export const formatVersion = 1

/** The community of a post. `lower` is its name as the database converts it to lower case. */
export type Community = { source: string; name: string; lower: string }

/** The part of a segment's posts that stays in memory: one column per field, best posts first. */
export type PostColumns = {
  /** Ids of the archive. */
  ids: Float64Array<ArrayBuffer>
  /** In milliseconds. */
  createdAt: Float64Array<ArrayBuffer>
  /** The offset of each post's record, followed by the end of the last record. */
  records: Uint32Array<ArrayBuffer>
  communities: Uint32Array<ArrayBuffer>
  /** The number of the post's lexemes, apart from those of sign words. */
  sizes: Uint16Array<ArrayBuffer>
  scores: Uint8Array<ArrayBuffer>
  /** One bit for each signal of the segment. */
  signals: Uint32Array<ArrayBuffer>
  /** The sum of the post's `flags`. */
  flags: Uint8Array<ArrayBuffer>
  /** The positions of all posts, sorted by id. */
  byId: Uint32Array<ArrayBuffer>
}

/** If there are too many signals, the remaining ones share the last bit. */
export const otherSignals = ''
const mostSignals = 32

/** The bit of a signal. Adds the signal to the names if there are bits left. */
export function signalBit(names: string[], name: string): number {
  const at = names.indexOf(name)
  if (at !== -1) return 1 << at
  if (names.length < mostSignals) names.push(names.length < mostSignals - 1 ? name : otherSignals)
  return 1 << (names.length - 1)
}

export const flags = { sample: 1, oneOff: 2, asksNothing: 4, knowsForms: 8 }

/** The lexemes of a segment, sorted by hash. The number of a lexeme is its position here. */
export type TermColumns = {
  high: Uint32Array<ArrayBuffer>
  low: Uint32Array<ArrayBuffer>
  /** The offset of each posting list, followed by the end of the last list. */
  lists: Uint32Array<ArrayBuffer>
  /** The number of posts that contain each lexeme. */
  posts: Uint32Array<ArrayBuffer>
}

/**
 * Longer lists have a table of their blocks: for each block its first post and its first byte, four bytes
 * each.
 */
export const blockPosts = 128

/** The part of a file after the posting lists and records. */
export type SegmentParts = {
  posts: PostColumns
  terms: TermColumns
  communities: readonly Community[]
  /** The names of the segment's signals, in the order of their bits. */
  signals: readonly string[]
  /** Posts to ignore in older segments: this segment replaces them, or they were deleted. */
  replaced: Float64Array<ArrayBuffer>
}

type Column =
  | Float64Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>

const columnsOf = ({ posts, terms, replaced }: SegmentParts): Column[] => [
  posts.ids,
  posts.createdAt,
  replaced,
  posts.records,
  posts.communities,
  posts.byId,
  posts.signals,
  terms.high,
  terms.low,
  terms.lists,
  terms.posts,
  posts.sizes,
  posts.scores,
  posts.flags,
]

/** The description at the end of a file. Only the length of the description follows. */
type SegmentFoot = {
  version: number
  posts: number
  terms: number
  replaced: number
  communities: readonly Community[]
  signals: readonly string[]
  listBytes: number
  recordBytes: number
  checksum: string
}

const lengthBytes = 4
const bytesOf = (column: Column) => Buffer.from(column.buffer, column.byteOffset, column.byteLength)

const checksumOf = (columns: readonly Column[]) =>
  columns.reduce((hash, column) => hash.update(bytesOf(column)), createHash('sha1')).digest('base64')

/** The bytes after the lists and records. */
export function writeFoot(parts: SegmentParts, listBytes: number, recordBytes: number): Buffer[] {
  const columns = columnsOf(parts)
  const foot: SegmentFoot = {
    version: formatVersion,
    posts: parts.posts.ids.length,
    terms: parts.terms.high.length,
    replaced: parts.replaced.length,
    communities: parts.communities,
    signals: parts.signals,
    listBytes,
    recordBytes,
    checksum: checksumOf(columns),
  }
  const text = Buffer.from(JSON.stringify(foot))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(text.length)
  return [...columns.map(bytesOf), text, length]
}

function emptyParts({ posts, terms, replaced, communities, signals }: SegmentFoot): SegmentParts {
  return {
    communities,
    signals,
    replaced: new Float64Array(replaced),
    posts: {
      ids: new Float64Array(posts),
      createdAt: new Float64Array(posts),
      records: new Uint32Array(posts + 1),
      communities: new Uint32Array(posts),
      sizes: new Uint16Array(posts),
      scores: new Uint8Array(posts),
      flags: new Uint8Array(posts),
      byId: new Uint32Array(posts),
      signals: new Uint32Array(posts),
    },
    terms: {
      high: new Uint32Array(terms),
      low: new Uint32Array(terms),
      lists: new Uint32Array(terms + 1),
      posts: new Uint32Array(terms),
    },
  }
}

/** The file is not a complete segment of this version. The index has to be built again. */
class UnreadableSegment extends Error {}

async function readFully(file: FileHandle, into: Uint8Array, from: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, from + done)
    if (bytesRead === 0) throw new UnreadableSegment('A segment of the index ends early')
    done += bytesRead
  }
}

/**
 * The columns of a file and the offsets of its records. `isSound` tells whether the columns are as they were
 * written.
 */
export type ReadSegment = SegmentParts & { recordsAt: number; endsAt: number; isSound: () => boolean }

/** Reads the part of an open file that stays in memory. Throws UnreadableSegment. */
export async function readFoot(file: FileHandle): Promise<ReadSegment> {
  const { size } = await file.stat()
  const length = Buffer.alloc(lengthBytes)
  await readFully(file, length, Math.max(0, size - lengthBytes))
  const textBytes = length.readUInt32LE(0)
  const textAt = size - lengthBytes - textBytes
  if (textAt < 0) throw new UnreadableSegment('A segment of the index ends early')
  const text = Buffer.alloc(textBytes)
  await readFully(file, text, textAt)
  const foot = parseFoot(text.toString())
  if (foot?.version !== formatVersion) throw new UnreadableSegment('A segment has another format')
  const parts = emptyParts(foot)
  const columns = columnsOf(parts)
  const endsAt = foot.listBytes + foot.recordBytes
  const columnBytes = columns.reduce((sum, column) => sum + column.byteLength, 0)
  if (endsAt + columnBytes !== textAt) throw new UnreadableSegment('A segment of the index ends early')
  let at = endsAt
  for (const column of columns) {
    await readFully(file, bytesOf(column), at)
    at += column.byteLength
  }
  return { ...parts, recordsAt: foot.listBytes, endsAt, isSound: () => checksumOf(columns) === foot.checksum }
}

function parseFoot(text: string): SegmentFoot | null {
  try {
    return JSON.parse(text) as SegmentFoot
  } catch {
    return null
  }
}
