import {
  edgeKey,
  edgeSlot,
  nodeFields,
  nodeShift,
  type PhraseTrie,
  wordFields,
  wordShift,
} from './packed-trie.ts'
import { type GrowingTrie, type SharedNode, shareSuffixes } from './share-suffixes.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Packs a trie into integers. Nodes from which the same is found are one. */
export function packTrie(trie: GrowingTrie, vocabulary: Vocabulary, wordClassBits: Int32Array): PhraseTrie {
  const { span } = trie
  const firstClass = vocabulary.words.length
  const shared = shareSuffixes(trie)
  const targetOf = numberTargets(shared)
  const nodes = shared.filter((_, at) => (targetOf[at] ?? 0) >= 0)
  if (nodes.length * span > 0xffffffff) throw new Error('too many phrases for one trie')
  const isRootWord = (node: number, label: number) => node === 0 && label < firstClass
  const edgeCount = nodes.reduce(
    (sum, { labels }, at) => sum + labels.filter((label) => !isRootWord(at, label)).length,
    0,
  )
  let size = 1024
  while (size < edgeCount * 1.5) size *= 2
  const edges = new Int32Array(size * 2).fill(-1)
  const packed = new Int32Array(nodes.length << nodeShift)
  const words = packWords(shared, wordClassBits)
  const outputs: number[] = []
  nodes.forEach(({ labels, targets, wild, outputs: ended }, at) => {
    const from = at << nodeShift
    const add = (field: number, bits: number) => {
      packed[from + field] = (packed[from + field] ?? 0) | bits
    }
    labels.forEach((label, edge) => {
      const target = targetOf[targets[edge] ?? 0] ?? 0
      if (label >= firstClass) add(nodeFields.classBits, 1 << (label - firstClass))
      else add(nodeFields.sieve + ((label >>> 5) & 1), 1 << (label & 31))
      if (isRootWord(at, label)) words[label << wordShift] = target
      else addEdge(edges, edgeKey(at, label, span), target)
    })
    packed[from + nodeFields.wild] = wild === 0 ? 0 : (targetOf[wild] ?? 0)
    packed[from + nodeFields.outputsFrom] = outputs.length
    packed[from + nodeFields.outputsTo] = outputs.push(...ended)
  })
  return { vocabulary, words, nodes: packed, edges, mask: size - 1, span, outputs: Int32Array.from(outputs) }
}

/**
 * By word its classes and a sieve of what may follow where it opens a phrase; its target is still to come. Ends with the
 * last word that has any of them.
 */
function packWords(shared: readonly SharedNode[], wordClassBits: Int32Array): Int32Array<ArrayBuffer> {
  const count = wordClassBits.length
  const ofClass: number[][] = Array.from({ length: 32 }, () => [])
  wordClassBits.forEach((bits, word) => {
    for (let bit = 0; bit < 32; bit++) if (((bits >>> bit) & 1) === 1) ofClass[bit]?.push(word)
  })
  const wordsOf = (label: number) => (label < count ? [label] : (ofClass[label - count] ?? []))
  const words = new Int32Array(count << wordShift)
  const add = (word: number, field: number, bits: number) => {
    words[(word << wordShift) + field] = (words[(word << wordShift) + field] ?? 0) | bits
  }
  let last = wordClassBits.findLastIndex((bits) => bits !== 0)
  wordClassBits.forEach((bits, word) => {
    add(word, wordFields.classes, bits)
  })
  shared[0]?.labels.forEach((label, edge) => {
    const node = shared[shared[0]?.targets[edge] ?? 0]
    if (node === undefined) return
    const next = [0, 0]
    for (const word of node.labels.flatMap(wordsOf))
      next[(word >>> 5) & 1] = (next[(word >>> 5) & 1] ?? 0) | (1 << (word & 31))
    const [low = 0, high = 0] = node.wild !== 0 || node.outputs.length > 0 ? [-1, -1] : next
    for (const word of wordsOf(label)) {
      last = Math.max(last, word)
      add(word, wordFields.sieve, low)
      add(word, wordFields.sieve + 1, high)
    }
  })
  return words.slice(0, (last + 1) << wordShift)
}

/** By shared node its target: `~output` where one phrase ends and nothing follows, else the number it is packed as. */
function numberTargets(nodes: readonly SharedNode[]): Int32Array {
  let packed = 0
  return Int32Array.from(nodes, ({ labels, wild, outputs }, at) => {
    const [output, another] = outputs
    const isEnd = at > 0 && labels.length === 0 && wild === 0
    return isEnd && output !== undefined && another === undefined ? ~output : packed++
  })
}

function addEdge(edges: Int32Array, key: number, target: number): void {
  const mask = edges.length / 2 - 1
  let slot = edgeSlot(key, mask)
  while (edges[slot * 2] !== -1) slot = (slot + 1) & mask
  edges[slot * 2] = key
  edges[slot * 2 + 1] = target
}
