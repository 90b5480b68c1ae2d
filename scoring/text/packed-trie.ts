import { edgeKey, hashSlot } from './hash-slot.ts'
import { anyWord, type TrieNode } from './merge-phrases.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Phrases in one trie with shared suffixes. A phrase is a sequence of words. `{name}` is any word of that
 * class, `a|b` is either word, `word?` is optional, `_` is any one word, and `..` is up to three words of the
 * same sentence. A target is the number of a node, or 0 for none. If exactly one phrase ends at the target
 * and none continues, the target is `~output`, because no node is needed.
 */
export type PhraseTrie = {
  readonly vocabulary: Vocabulary
  /** `1 << wordShift` integers per word, up to the last word in a phrase or class. See `wordFields`. */
  readonly words: Int32Array
  /** `1 << nodeShift` integers per node, see `nodeFields`. The root is node 0. */
  readonly nodes: Int32Array
  /**
   * A hash table (open addressing) with two integers per edge: its key and its target. The key combines the
   * node with the word or class; the numbers of classes follow those of words.
   */
  readonly edges: Int32Array
  readonly mask: number
  readonly span: number
  readonly outputs: Int32Array
}

/** The integers of a word start at index id << wordShift. */
export const wordShift = 2

/**
 * The integers of a word: its target from the root, its classes as bits, and a filter (two integers) of the
 * words that may follow at the start of a phrase. If the word alone is a phrase, the filter accepts all
 * words.
 */
export const wordFields = { target: 0, classes: 1, sieve: 2 } as const

/** The integers of a node start at index node << nodeShift. */
export const nodeShift = 3

/**
 * The integers of a node: a filter of the next words (two integers), the classes of the next words as bits,
 * the target for any word (`_`), and the start and end of the node's `outputs`.
 */
export const nodeFields = { sieve: 0, classBits: 2, wild: 3, outputsFrom: 4, outputsTo: 5 } as const

/** The classes of a word as bits. */
export function classesOf(trie: PhraseTrie, word: number): number {
  const { words } = trie
  const at = word << wordShift
  return at < words.length ? (words[at + wordFields.classes] ?? 0) : 0
}

/**
 * The target from `node` by `label`, or 0. A label is the id of a word, or the number of a class plus the
 * number of words.
 */
export function followEdge(trie: PhraseTrie, node: number, label: number): number {
  const { edges, mask } = trie
  const key = edgeKey(node, label, trie.span)
  for (let slot = hashSlot(key, mask); ; slot = (slot + 1) & mask) {
    const found = edges[slot << 1]
    if (found === key) return edges[(slot << 1) + 1] ?? 0
    if (found === -1) return 0
  }
}

/** Packs a trie into integers. `span` is greater than every label. */
export function packTrie(
  { nodes, span }: { nodes: readonly TrieNode[]; span: number },
  vocabulary: Vocabulary,
  wordClassBits: Int32Array,
): PhraseTrie {
  const firstClass = vocabulary.words.length
  if (nodes.length * span > 0xffffffff) throw new Error('too many phrases for one trie')
  let size = 1024
  // Edges from the root that have a word as label are stored with the words.
  while (size < nodes.slice(1).reduce((sum, { labels }) => sum + labels.length, 0) * 1.5) size *= 2
  const edges = new Int32Array(size * 2).fill(-1)
  const packed = new Int32Array(nodes.length << nodeShift)
  const words = packWords(nodes, wordClassBits)
  const outputs: number[] = []
  nodes.forEach((node, at) => {
    const from = at << nodeShift
    node.labels.forEach((label, each) => {
      const target = node.targets[each] ?? 0
      if (label === anyWord) packed[from + nodeFields.wild] = target
      else if (label >= firstClass) addBits(packed, from + nodeFields.classBits, 1 << (label - firstClass))
      else addBits(packed, from + nodeFields.sieve + ((label >>> 5) & 1), 1 << (label & 31))
      if (at === 0 && label < firstClass) words[label << wordShift] = target
      else if (label !== anyWord) addEdge(edges, edgeKey(at, label, span), target)
    })
    packed[from + nodeFields.outputsFrom] = outputs.length
    packed[from + nodeFields.outputsTo] = outputs.push(...node.outputs)
  })
  return { vocabulary, words, nodes: packed, edges, mask: size - 1, span, outputs: Int32Array.from(outputs) }
}

function addBits(into: Int32Array, at: number, bits: number): void {
  into[at] = (into[at] ?? 0) | bits
}

/**
 * For each word, its classes and a filter of the words that may follow the word. Targets are set later. The
 * array ends with the last word that has classes or a filter.
 */
function packWords(nodes: readonly TrieNode[], wordClassBits: Int32Array): Int32Array<ArrayBuffer> {
  const firstClass = wordClassBits.length
  const inClasses = [...wordClassBits.keys()].filter((word) => wordClassBits[word] !== 0)
  const ofClass = new Map<number, number[]>()
  const wordsOf = (label: number) => {
    if (label < firstClass) return [label]
    const isOf = (word: number) => ((wordClassBits[word] ?? 0) >>> (label - firstClass)) & 1
    const words = ofClass.get(label) ?? inClasses.filter(isOf)
    ofClass.set(label, words)
    return words
  }
  const words = new Int32Array(firstClass << wordShift)
  let last = wordClassBits.findLastIndex((bits) => bits !== 0)
  wordClassBits.forEach((bits, word) => {
    words[(word << wordShift) + wordFields.classes] = bits
  })
  const root = nodes[0]
  root?.labels.forEach((label, at) => {
    const node = nodes[root.targets[at] ?? 0]
    const sieve = Int32Array.of(0, 0)
    if (node === undefined || node.labels[0] === anyWord || node.outputs.length > 0) sieve.fill(-1)
    else
      for (const next of node.labels)
        for (const word of wordsOf(next)) addBits(sieve, (word >>> 5) & 1, 1 << (word & 31))
    for (const word of wordsOf(label)) {
      last = Math.max(last, word)
      addBits(words, (word << wordShift) + wordFields.sieve, sieve[0] ?? 0)
      addBits(words, (word << wordShift) + wordFields.sieve + 1, sieve[1] ?? 0)
    }
  })
  return words.slice(0, (last + 1) << wordShift)
}

function addEdge(edges: Int32Array, key: number, target: number): void {
  const mask = edges.length / 2 - 1
  let slot = hashSlot(key, mask)
  while (edges[slot * 2] !== -1) slot = (slot + 1) & mask
  edges.set([key, target], slot * 2)
}
