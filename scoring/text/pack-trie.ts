import { edgeKey, edgeSlot, nodeFields, nodeShift, type PhraseTrie } from './packed-trie.ts'
import { type GrowingTrie, shareEnds } from './share-ends.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Packs a trie into integers. Nodes from which the same is found are one: that makes it eight times smaller. */
export function packTrie(trie: GrowingTrie, vocabulary: Vocabulary, wordClassBits: Int32Array): PhraseTrie {
  const { span } = trie
  const firstClass = vocabulary.words.length
  const nodes = shareEnds(trie)
  if (nodes.length * span > 0xffffffff) throw new Error('too many phrases for one trie')
  const edgeCount = nodes.reduce((sum, node) => sum + node.labels.length, 0)
  let size = 1024
  while (size < edgeCount * 2) size *= 2
  const edges = new Int32Array(size * 2).fill(-1)
  const packed = new Int32Array(nodes.length << nodeShift)
  const rootTarget = new Int32Array(firstClass)
  const outputs: number[] = []
  nodes.forEach(({ labels, targets, wild, outputs: ended }, at) => {
    let sieve = 0
    let classBits = 0
    labels.forEach((label, edge) => {
      const target = targets[edge] ?? 0
      if (label >= firstClass) classBits |= 1 << (label - firstClass)
      else sieve |= 1 << (label & 31)
      if (at === 0 && label < firstClass) rootTarget[label] = target
      else addEdge(edges, edgeKey(at, label, span), target)
    })
    const from = at << nodeShift
    packed[from + nodeFields.sieve] = sieve
    packed[from + nodeFields.classBits] = classBits
    packed[from + nodeFields.wild] = wild
    packed[from + nodeFields.outputFrom] = outputs.length
    packed[from + nodeFields.outputTo] = outputs.push(...ended)
    packed[from + nodeFields.goesOn] = labels.length > 0 || wild !== 0 ? 1 : 0
  })
  return {
    vocabulary,
    wordClassBits,
    rootTarget,
    nodes: packed,
    edges,
    mask: size - 1,
    span,
    outputs: Int32Array.from(outputs),
  }
}

function addEdge(edges: Int32Array, key: number, target: number): void {
  const mask = edges.length / 2 - 1
  let slot = edgeSlot(key, mask)
  while (edges[slot * 2] !== -1) slot = (slot + 1) & mask
  edges[slot * 2] = key
  edges[slot * 2 + 1] = target
}
