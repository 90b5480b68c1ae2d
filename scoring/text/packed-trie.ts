import type { Vocabulary } from './vocabulary.ts'

/**
 * Phrases compiled into one trie whose equal ends are shared. A phrase is words apart by spaces: `{name}` is any
 * word of that class, `a|b` either, `word?` may be missing, `_` any one word, `..` up to three of the same sentence.
 * A target is the number of a node, 0 for none, or `~output` where one phrase ends and none goes on: such an end, as
 * most are, needs no node.
 */
export type PhraseTrie = {
  readonly vocabulary: Vocabulary
  /** `1 << wordShift` integers a word up to the last that a phrase or a class has, see `wordFields`. */
  readonly words: Int32Array
  /** `1 << nodeShift` integers a node, see `nodeFields`. The root is node 0. */
  readonly nodes: Int32Array
  /**
   * Open addressing, two integers an edge: its key, from the node and the word (or class, after the words), then the
   * target.
   */
  readonly edges: Int32Array
  readonly mask: number
  readonly span: number
  readonly outputs: Int32Array
}

/** A word's integers start at id << wordShift. */
export const wordShift = 2

/**
 * What the integers of a word are: its target from the root, its classes as bits, and a sieve (two) of the words that may
 * follow where it opens a phrase: all of them where a phrase ends with it.
 */
export const wordFields = { target: 0, classes: 1, sieve: 2 } as const

/** A node's integers start at node << nodeShift. */
export const nodeShift = 3

/**
 * What the integers of a node are: a sieve of the words it goes on with (two), their classes as bits, the target
 * behind any word, and where its `outputs` start and end.
 */
export const nodeFields = { sieve: 0, classBits: 2, wild: 3, outputsFrom: 4, outputsTo: 5 } as const

/** The classes of a word as bits. */
export function classesOf(trie: PhraseTrie, word: number): number {
  const { words } = trie
  const at = word << wordShift
  return at < words.length ? (words[at + wordFields.classes] ?? 0) : 0
}

/** The target from `node` by `label` (a word id, or the first class id plus a class), or 0. */
export function followEdge(trie: PhraseTrie, node: number, label: number): number {
  const { edges, mask } = trie
  const key = edgeKey(node, label, trie.span)
  for (let slot = edgeSlot(key, mask); ; slot = (slot + 1) & mask) {
    const found = edges[slot << 1]
    if (found === key) return edges[(slot << 1) + 1] ?? 0
    if (found === -1) return 0
  }
}

/** One of 2^32 - 1 numbers, as a signed integer; -1 is no edge. */
export function edgeKey(node: number, label: number, span: number): number {
  return (Math.imul(node, span) + label) | 0
}

export function edgeSlot(key: number, mask: number): number {
  const mixed = Math.imul(key, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & mask
}
