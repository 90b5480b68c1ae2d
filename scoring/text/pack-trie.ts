import { edgeKey, edgeSlot, nodeFields, nodeShift, type PhraseTrie } from './packed-trie.ts'
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
  const words = new Int32Array(firstClass * 2)
  wordClassBits.forEach((bits, word) => {
    words[word * 2 + 1] = bits
  })
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
      if (isRootWord(at, label)) words[label * 2] = target
      else addEdge(edges, edgeKey(at, label, span), target)
    })
    packed[from + nodeFields.wild] = wild === 0 ? 0 : (targetOf[wild] ?? 0)
    packed[from + nodeFields.output] = ended[0] ?? -1
    packed[from + nodeFields.othersFrom] = outputs.length
    packed[from + nodeFields.othersTo] = outputs.push(...ended.slice(1))
    packed[from + nodeFields.goesOn] = labels.length > 0 || wild !== 0 ? 1 : 0
  })
  return { vocabulary, words, nodes: packed, edges, mask: size - 1, span, outputs: Int32Array.from(outputs) }
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
