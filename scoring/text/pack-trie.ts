import {
  edgeKey,
  edgeSlot,
  nodeFields,
  nodeShift,
  type PhraseTrie,
  wordFields,
  wordShift,
} from './packed-trie.ts'
import type { Vocabulary } from './vocabulary.ts'

/** The trie while it grows: nodes by number, edges in one map by node * span + label. */
export type GrowingTrie = {
  span: number
  edges: Map<number, number>
  wild: number[]
  outputs: number[][]
}

/** A node when its ends are shared; `labels` and `targets` are its edges. */
type SharedNode = {
  labels: readonly number[]
  targets: readonly number[]
  wild: number
  outputs: readonly number[]
}

const none: readonly number[] = []

/** The nodes without doubles, the root first. Children have higher numbers than their parents, so backwards. */
function shareSuffixes(trie: GrowingTrie): SharedNode[] {
  const edgesOf = groupEdges(trie)
  const kept: SharedNode[] = []
  const numbers = new Map<string, number>()
  const numberOf = new Int32Array(trie.outputs.length)
  for (let at = numberOf.length - 1; at >= 0; at--) {
    const edges = edgesOf.get(at)
    const outputs = trie.outputs[at] ?? none
    const targets = edges?.targets.map((target) => numberOf[target] ?? 0) ?? none
    const labels = edges?.labels ?? none
    const wild = numberOf[trie.wild[at] ?? 0] ?? 0
    const inner = labels === none && wild === 0 ? '' : `|${wild}|${labels.join()}|${targets.join()}`
    const name = outputs.join() + inner
    const same = numbers.get(name)
    // Numbered 1, 2, ... here, so that 0 still is no node; the root comes last and is never anyone's target.
    numberOf[at] = same ?? kept.push({ labels, targets, wild, outputs })
    if (same === undefined) numbers.set(name, kept.length)
  }
  return rootFirst(kept)
}

function groupEdges({ span, edges }: GrowingTrie): Map<number, { labels: number[]; targets: number[] }> {
  const groups = new Map<number, { labels: number[]; targets: number[] }>()
  for (const [key, target] of edges) {
    const from = Math.floor(key / span)
    const group = groups.get(from) ?? { labels: [], targets: [] }
    if (group.labels.length === 0) groups.set(from, group)
    group.labels.push(key - from * span)
    group.targets.push(target)
  }
  return groups
}

/** Renumbers the nodes: the root, numbered last, is 0, then those that most words follow, as texts reach them most. */
function rootFirst(kept: readonly SharedNode[]): SharedNode[] {
  const order = kept.map((_, at) => at)
  const root = order.pop() ?? 0
  order.sort((one, other) => (kept[other]?.labels.length ?? 0) - (kept[one]?.labels.length ?? 0))
  order.unshift(root)
  const numbers = new Int32Array(kept.length + 1)
  order.forEach((old, at) => {
    numbers[old + 1] = at
  })
  const renumbered = (node: number) => numbers[node] ?? 0
  return order
    .flatMap((old) => kept[old] ?? [])
    .map(({ labels, targets, wild, outputs }) => ({
      labels,
      targets: targets.map(renumbered),
      wild: renumbered(wild),
      outputs,
    }))
}

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
