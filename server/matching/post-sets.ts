import type { QueryNode } from '#contract/query-language.ts'
import type { PostWords, SearchedTerm } from './post-query-rules.ts'

/** A set of posts of an index. Bit `at` is set for the post at that position. */
type PostSet = Uint32Array

/** For each lexeme, the posts that contain it anywhere. */
export type PostIndex = { all: PostSet; byLexeme: Map<string, PostSet> }

const add = (set: PostSet, at: number) => {
  set[at >>> 5] = (set[at >>> 5] ?? 0) | (1 << (at & 31))
}

export function emptyIndex(posts: number): PostIndex {
  const all = new Uint32Array(Math.ceil(posts / 32))
  for (let at = 0; at < posts; at += 1) add(all, at)
  return { all, byLexeme: new Map() }
}

export function addToIndex({ all, byLexeme }: PostIndex, at: number, words: PostWords): void {
  for (const lexeme of words.keys()) {
    let set = byLexeme.get(lexeme)
    if (set === undefined) {
      set = new Uint32Array(all.length)
      byLexeme.set(lexeme, set)
    }
    add(set, at)
  }
}

/** The posts in all of these sets. An unknown lexeme has no set, so no post matches. */
function intersect(sets: readonly (PostSet | undefined)[], { all }: PostIndex): PostSet {
  if (sets.length === 1 && sets[0] !== undefined) return sets[0]
  const both = all.slice()
  for (const set of sets) {
    for (let at = 0; at < both.length; at += 1) both[at] = (both[at] ?? 0) & (set?.[at] ?? 0)
  }
  return both
}

function unite(sets: readonly PostSet[], { all }: PostIndex): PostSet {
  if (sets.length === 1 && sets[0] !== undefined) return sets[0]
  const either = new Uint32Array(all.length)
  for (const set of sets) {
    for (let at = 0; at < either.length; at += 1) either[at] = (either[at] ?? 0) | (set[at] ?? 0)
  }
  return either
}

/** The posts that contain all words of one of the spellings, and all marked forms. */
function findTerm({ spellings, marks = [] }: SearchedTerm, index: PostIndex): PostSet {
  const spelt = spellings.map((spelling) =>
    intersect(
      spelling.map(({ lexeme }) => index.byLexeme.get(lexeme)),
      index,
    ),
  )
  const marked = marks.map((mark) => index.byLexeme.get(mark))
  return intersect([unite(spelt, index), ...marked], index)
}

/** Whether the order of words matters in any term. Sets of posts cannot express an order. */
export function hasPhrase(node: QueryNode, terms: readonly SearchedTerm[]): boolean {
  if ('term' in node) return terms[node.term]?.spellings.some((spelling) => spelling.length > 1) === true
  if ('not' in node) return hasPhrase(node.not, terms)
  return ('all' in node ? node.all : node.any).some((part) => hasPhrase(part, terms))
}

/**
 * The posts that match the tree. If the query has a phrase, also posts that contain its words in another
 * order.
 */
export function findCandidates(node: QueryNode, terms: readonly SearchedTerm[], index: PostIndex): PostSet {
  if ('term' in node) {
    const term = terms[node.term]
    return term === undefined ? new Uint32Array(index.all.length) : findTerm(term, index)
  }
  if ('not' in node) {
    if (hasPhrase(node.not, terms)) return index.all
    const without = findCandidates(node.not, terms, index)
    return index.all.map((posts, at) => posts & ~(without[at] ?? 0))
  }
  const parts = 'all' in node ? node.all : node.any
  const found = parts.map((part) => findCandidates(part, terms, index))
  return 'all' in node ? intersect(found, index) : unite(found, index)
}

/** The positions in a set, in ascending order. */
export function* positionsOf(set: PostSet): Generator<number> {
  for (const [word, bits] of set.entries()) {
    for (let left = bits; left !== 0; left &= left - 1) yield word * 32 + 31 - Math.clz32(left & -left)
  }
}
