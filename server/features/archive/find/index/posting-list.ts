import { readSync } from 'node:fs'
import { ByteReader } from './byte-reader.ts'
import { type PostBits, setBit } from './post-bits.ts'
import { blockPosts, type TermColumns } from './segment-format.ts'

/** Lists are read in pieces of this size. */
const pieceBytes = 1 << 16

export function readExactly(file: number, into: Uint8Array, from: number): void {
  for (let done = 0; done < into.length; ) {
    const read = readSync(file, into, done, into.length - done, from + done)
    if (read === 0) throw new Error('A segment of the index ends early')
    done += read
  }
}

/** A posting list that is read from its start to its end. */
type PostingList = {
  posts: number
  /**
   * Sets the bits of the posts from `start` up to `end` (exclusive). Bit 0 is for the post `start`. Returns
   * whether any bit was set.
   */
  mark(bits: PostBits, start: number, end: number): boolean
  /** A lower bound for the first matching post from `start` on; Infinity if there is none. */
  nextFrom(this: void, start: number): number
}

export const noPosts: PostingList = { posts: 0, mark: () => false, nextFrom: () => Number.POSITIVE_INFINITY }

export function readList(file: number, terms: TermColumns, term: number): PostingList {
  const count = terms.posts[term] as number
  const from = terms.lists[term] as number
  const length = (terms.lists[term + 1] as number) - from
  if (count <= blockPosts) return shortList(readWholeList(file, terms, term))
  return longList({ file, at: from, length }, count)
}

/** Decodes a whole list without using its table. */
export function readWholeList(file: number, terms: TermColumns, term: number): Uint32Array {
  const count = terms.posts[term] as number
  const from = terms.lists[term] as number
  const bytes = new Uint8Array((terms.lists[term + 1] as number) - from)
  readExactly(file, bytes, from)
  const blocks = Math.ceil(count / blockPosts)
  const isLong = count > blockPosts
  const table = new DataView(bytes.buffer)
  const posts = new Uint32Array(count)
  const reader = new ByteReader(bytes, isLong ? blocks * 8 : 0)
  let post = 0
  for (let place = 0; place < count; place += 1) {
    if (isLong && place % blockPosts === 0) post = table.getUint32((place / blockPosts) * 8, true)
    else post += reader.varint()
    posts[place] = post
  }
  return posts
}

type Bytes = { file: number; at: number; length: number }

function shortList(posts: Uint32Array): PostingList {
  const count = posts.length
  const placeOf = (start: number) => {
    let place = 0
    while (place < count && (posts[place] as number) < start) place += 1
    return place
  }
  return {
    posts: count,
    mark(bits, start, end) {
      let marked = false
      for (let place = placeOf(start); place < count; place += 1) {
        const bit = (posts[place] as number) - start
        if (bit >= end - start) break
        setBit(bits, bit)
        marked = true
      }
      return marked
    },
    nextFrom: (start) => posts[placeOf(start)] ?? Number.POSITIVE_INFINITY,
  }
}

/** The bytes of a list. Only the piece that is needed is in memory. */
function openPieces({ file, at, length }: Bytes) {
  let [from, end] = [0, 0]
  let piece = new Uint8Array(0)
  return {
    /** Loads the bytes from `start` up to `stop` (exclusive). Returns them with the first offset. */
    need(start: number, stop: number): { bytes: Uint8Array; from: number } {
      if (start < from || stop > end) {
        from = start
        end = Math.min(length, Math.max(stop, start + pieceBytes))
        piece = new Uint8Array(end - from)
        readExactly(file, piece, at + from)
      }
      return { bytes: piece, from }
    },
  }
}

function longList(source: Bytes, count: number): PostingList {
  const blocks = Math.ceil(count / blockPosts)
  const table = new Uint32Array(blocks * 2)
  readExactly(source.file, new Uint8Array(table.buffer), source.at)
  const pieces = openPieces(source)
  const firstOf = (block: number) => table[block * 2] as number
  const startOf = (block: number) => table[block * 2 + 1] as number
  let current = 0
  /** The last block that begins at this post or before it. */
  const blockOf = (post: number) => {
    if (firstOf(current) > post) current = 0
    let [from, end] = [current, blocks]
    while (end - from > 1) {
      const middle = (from + end) >> 1
      if (firstOf(middle) <= post) from = middle
      else end = middle
    }
    current = from
    return from
  }
  return {
    posts: count,
    mark(bits, start, end) {
      let marked = false
      for (let block = blockOf(start); block < blocks && firstOf(block) < end; block += 1) {
        const from = startOf(block)
        const stop = block + 1 < blocks ? startOf(block + 1) : source.length
        const { bytes, from: pieceFrom } = pieces.need(from, stop)
        const reader = new ByteReader(bytes, from - pieceFrom)
        let post = firstOf(block)
        for (const last = stop - pieceFrom; ; ) {
          if (post >= end) break
          if (post >= start) {
            setBit(bits, post - start)
            marked = true
          }
          if (reader.at >= last) break
          post += reader.varint()
        }
      }
      return marked
    },
    // A block that begins before `start` may also contain later posts.
    nextFrom(start) {
      const block = blockOf(start)
      if (firstOf(block) >= start || block + 1 < blocks) return Math.max(start, firstOf(block))
      return start
    },
  }
}
