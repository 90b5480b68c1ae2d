import { type FileHandle, open } from 'node:fs/promises'
import { hashOf, type LexemeHash } from './lexeme-hash.ts'
import { noPosts, readExactly, readList, readWholeList } from './posting-list.ts'
import { type PostColumns, type ReadSegment, readFoot, type SegmentParts } from './segment-format.ts'

/** Records are read in pieces of this size if the next wanted record is near. */
const pieceBytes = 1 << 14

/** The maximum size of the records that stay in memory, and the size of the pieces in which they are read. */
export const keptRecords = { bytesPerPost: 120, mostBytes: 1 << 25, pieceBytes: 1 << 16 }

export type Segment = Awaited<ReturnType<typeof openSegment>>

/**
 * Opens one immutable file of the index. With `keepsRecords`, records of the best posts stay in memory after
 * they were read. Throws UnreadableSegment.
 */
export async function openSegment(path: string, { keepsRecords = false } = {}) {
  const handle = await open(path, 'r')
  try {
    return segmentOf(handle, await readFoot(handle), keepsRecords)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The posts are numbered best first. */
function segmentOf(handle: FileHandle, foot: ReadSegment, keepsRecords: boolean) {
  const { posts, terms } = foot
  const { bytesPerPost, mostBytes } = keptRecords
  const keptBytes = keepsRecords ? Math.min(mostBytes, bytesPerPost * posts.ids.length) : 0
  const file = handle.fd
  return {
    ...foot,
    /** 1 if a newer segment replaces the post, or if the post was deleted. */
    isGone: new Uint8Array(posts.ids.length),
    findPost: (id: number) => findPost(posts, id),
    termOf: (lexeme: string) => findTerm(terms, hashOf(lexeme)),
    listOf: (term: number) => (term === -1 ? noPosts : readList(file, terms, term)),
    /** All posts that contain a lexeme. */
    listPosts: (term: number) => readWholeList(file, terms, term),
    readRecord: recordReader(file, foot, keptBytes),
    /** The first post with a lower score than `least`. */
    endOfScore: (least: number) => endOfScore(posts, least),
    close: () => handle.close(),
  }
}

function endOfScore({ scores }: PostColumns, least: number): number {
  let [from, end] = [0, scores.length]
  while (from < end) {
    const middle = (from + end) >> 1
    if ((scores[middle] as number) >= least) from = middle + 1
    else end = middle
  }
  return from
}

/** The position of a post by its id, or -1 if this segment does not contain it. */
function findPost({ ids, byId }: PostColumns, id: number): number {
  let [from, end] = [0, byId.length]
  while (from < end) {
    const middle = (from + end) >> 1
    if ((ids[byId[middle] as number] as number) < id) from = middle + 1
    else end = middle
  }
  const found = byId[from]
  return found !== undefined && ids[found] === id ? found : -1
}

/** The number of a lexeme, or -1 if no post contains it. */
function findTerm({ high, low }: SegmentParts['terms'], hash: LexemeHash): number {
  let [from, end] = [0, high.length]
  while (from < end) {
    const middle = (from + end) >> 1
    const isBefore =
      (high[middle] as number) < hash.high ||
      (high[middle] === hash.high && (low[middle] as number) < hash.low)
    if (isBefore) from = middle + 1
    else end = middle
  }
  return high[from] === hash.high && low[from] === hash.low ? from : -1
}

/** Reads the first bytes of the records once. Most searches rank posts with high scores, which come first. */
function keptReader(file: number, { recordsAt, endsAt }: ReadSegment, keptBytes: number) {
  const { pieceBytes: size } = keptRecords
  const kept = new Uint8Array(Math.min(keptBytes, endsAt - recordsAt))
  const isRead = new Uint8Array(Math.ceil(kept.length / size))
  const read = (start: number, stop: number): Uint8Array => {
    const end = Math.ceil(stop / size)
    for (let piece = Math.floor(start / size); piece < end; piece += 1) {
      if (isRead[piece] === 1) continue
      readExactly(file, kept.subarray(piece * size, (piece + 1) * size), recordsAt + piece * size)
      isRead[piece] = 1
    }
    return kept.subarray(start, stop)
  }
  return { keptEnd: kept.length, readKept: read }
}

/**
 * Reads the record of a post: its lexemes with their positions. The result is only valid until the next call.
 */
function recordReader(file: number, foot: ReadSegment, keptBytes: number) {
  const { recordsAt, endsAt, posts } = foot
  const { keptEnd, readKept } = keptReader(file, foot, keptBytes)
  let piece = new Uint8Array(pieceBytes)
  let [from, end] = [0, 0]
  return (post: number): Uint8Array => {
    const start = posts.records[post] as number
    const stop = posts.records[post + 1] as number
    if (stop <= keptEnd) return readKept(start, stop)
    if (start < from || stop > end) {
      const isNear = start >= from && start - end < pieceBytes
      const most = Math.max(stop - start, isNear ? pieceBytes : 0)
      if (most > piece.length) piece = new Uint8Array(most)
      from = start
      end = Math.min(endsAt - recordsAt, start + most)
      readExactly(file, piece.subarray(0, end - from), recordsAt + from)
    }
    return piece.subarray(start - from, stop - from)
  }
}
