import type { Place } from './compare-places.ts'
import type { Segment } from './open-segment.ts'
import { addAll, hasBits, keepBoth, listBits, type PostBits, removeAll, setBit } from './post-bits.ts'
import { hasPhrase, type WantedTerms, wantedTerms } from './read-record.ts'
import type { TsQuery } from './tsquery.ts'

/** Posts are matched in windows of this many posts. Each post of a window has one bit. */
const windowPosts = 2048
const windowWords = windowPosts / 32

/** A part of a query on one segment. */
type Node = {
  /** The approximate cost of reading this part. The cheapest part is read first. */
  cost: number
  /** The first post from `start` on that may match. */
  nextFrom(this: void, start: number): number
  /**
   * Sets the bits of matching posts. Bits of posts outside `among` may also be set. Returns whether any bit
   * was set.
   */
  mark(bits: PostBits, window: Window, among: PostBits | null): boolean
}

type Window = { start: number; end: number }

/** Reading a record takes this many times as long as reading an entry of a list. */
const recordCost = 16

function lexemeNode(segment: Segment, lexeme: string): Node {
  const list = segment.listOf(segment.termOf(lexeme))
  return {
    cost: list.posts,
    nextFrom: list.nextFrom,
    mark: (bits, { start, end }) => list.mark(bits, start, end),
  }
}

function orNode(parts: readonly Node[]): Node {
  return {
    cost: parts.reduce((sum, { cost }) => sum + cost, 0),
    nextFrom: (start) =>
      parts.reduce((least, part) => Math.min(least, part.nextFrom(start)), Number.POSITIVE_INFINITY),
    mark(bits, window, among) {
      let marked = false
      for (const part of parts) marked = part.mark(bits, window, among) || marked
      return marked
    },
  }
}

/** Matches all posts. Used if a query has only excluded parts. */
const everyPost: Node = {
  cost: Number.POSITIVE_INFINITY,
  nextFrom: (start) => start,
  mark(bits) {
    bits.fill(0xffffffff)
    return true
  },
}

/** The posts that match all parts and none of the excluded ones. */
function andNode(given: readonly Node[], excluded: readonly Node[]): Node {
  const parts = given.length === 0 ? [everyPost] : given
  const cheapestFirst = parts.toSorted((a, b) => a.cost - b.cost)
  const own = new Uint32Array(windowWords)
  const others = new Uint32Array(windowWords)
  /** Keeps those posts of `own` that another part also matches. Returns false if no post is left. */
  const keepOf = (part: Node, window: Window): boolean => {
    others.fill(0)
    if (!part.mark(others, window, own)) return false
    keepBoth(own, others)
    return hasBits(own)
  }
  return {
    cost: cheapestFirst[0]?.cost ?? 0,
    nextFrom: (start) => parts.reduce((most, part) => Math.max(most, part.nextFrom(start)), start),
    mark(bits, window, among) {
      const [first, ...more] = cheapestFirst
      own.fill(0)
      if (first === undefined || !first.mark(own, window, among)) return false
      if (among !== null) keepBoth(own, among)
      if (!hasBits(own) || !more.every((part) => keepOf(part, window))) return false
      for (const part of excluded) {
        others.fill(0)
        if (part.mark(others, window, own)) removeAll(own, others)
      }
      addAll(bits, own)
      return hasBits(own)
    },
  }
}

function phraseNode(segment: Segment, query: TsQuery & { kind: 'phrase' }): Node {
  const names = [...new Set(query.lexemes.map(({ lexeme }) => lexeme))]
  const all = andNode(
    names.map((lexeme) => lexemeNode(segment, lexeme)),
    [],
  )
  const wanted: WantedTerms = wantedTerms(segment, names)
  const offsets = query.lexemes.map(({ lexeme, offset }) => ({ slot: names.indexOf(lexeme), offset }))
  return {
    cost: all.cost * recordCost,
    nextFrom: all.nextFrom,
    mark(bits, window, among) {
      const own = new Uint32Array(windowWords)
      if (!all.mark(own, window, among)) return false
      let marked = false
      for (const bit of listBits(own)) {
        if (!hasPhrase(segment.readRecord(window.start + bit), wanted, offsets)) continue
        setBit(bits, bit)
        marked = true
      }
      return marked
    },
  }
}

function nodeOf(segment: Segment, query: TsQuery): Node {
  if (query.kind === 'lexeme') return lexemeNode(segment, query.lexeme)
  if (query.kind === 'phrase') return phraseNode(segment, query)
  if (query.kind === 'not') return andNode([], [nodeOf(segment, query.part)])
  if (query.kind === 'or') return orNode(query.parts.map((part) => nodeOf(segment, part)))
  const wanted = query.parts.filter((part) => part.kind !== 'not')
  const excluded = query.parts.flatMap((part) => (part.kind === 'not' ? [part.part] : []))
  return andNode(
    wanted.map((part) => nodeOf(segment, part)),
    excluded.map((part) => nodeOf(segment, part)),
  )
}

export type Matching = {
  query: TsQuery
  /** The maximum number of posts, best first. */
  limit: number
  /** The lowest score. */
  leastScore: number
  isWanted: (place: Place) => boolean
}

/** The best matching posts of a segment, best first. Yields between windows, so that other work can run. */
export function* matchSegment(segment: Segment, { query, limit, leastScore, isWanted }: Matching) {
  const node = nodeOf(segment, query)
  const end = segment.endOfScore(leastScore)
  const bits = new Uint32Array(windowWords)
  const found: number[] = []
  for (let start = 0; start < end; ) {
    const next = node.nextFrom(start)
    if (next >= end) break
    const window = { start: next, end: Math.min(end, next + windowPosts) }
    bits.fill(0)
    if (node.mark(bits, window, null)) {
      for (const bit of listBits(bits)) {
        const post = window.start + bit
        if (post >= end) break
        if (segment.isGone[post] === 1 || !isWanted({ segment, post })) continue
        found.push(post)
        if (found.length === limit) return found
      }
    }
    start = window.end
    yield
  }
  return found
}
