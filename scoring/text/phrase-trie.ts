import { buildVocabulary, type Vocabulary, wordId } from './vocabulary.ts'
import { wordClasses } from './word-classes.ts'

/**
 * Phrases compiled into one trie. A phrase is words apart by spaces: `{name}` is any word of that class,
 * `a|b` either, `word?` may be missing, `_` any one word, `..` up to three words of the same sentence.
 */
export type PhraseTrie = {
  readonly vocabulary: Vocabulary
  /** Edges, open addressing: key is node * span + word (or class, after the words). */
  readonly keys: Int32Array
  readonly targets: Int32Array
  readonly mask: number
  readonly span: number
  /** For each word, and each node, the classes as bits. */
  readonly wordClassBits: Int32Array
  readonly nodeClassBits: Int32Array
  readonly wild: Int32Array
  /** Bounds into `outputs` of what ends at a node. */
  readonly outputFrom: Int32Array
  readonly outputs: Int32Array
  readonly rootHas: Uint8Array
  /** The node that a word alone leads to from the root, and for each node a sieve of the words it goes on with. */
  readonly rootTarget: Int32Array
  readonly nextSieve: Int32Array
}

export type Phrase = { text: string; output: number }

type Node = { edges: Map<number, number>; wild: number; outputs: number[] }

const longestGap = 3

/** Writes out `a|b`, `word?` and `..`: every plain sequence that the phrase stands for. */
export function expandPhrase(text: string): string[][] {
  let sequences: string[][] = [[]]
  for (const part of text.split(' ')) {
    const choices: string[][] = []
    if (part === '..') {
      for (let gap = 0; gap <= longestGap; gap++) choices.push(Array.from({ length: gap }, () => '_'))
    } else {
      const optional = part.length > 1 && part.endsWith('?')
      const bare = optional ? part.slice(0, -1) : part
      for (const word of bare === '|' ? [bare] : bare.split('|')) choices.push([word])
      if (optional) choices.push([])
    }
    sequences = sequences.flatMap((done) => choices.map((choice) => [...done, ...choice]))
  }
  return sequences
}

/** Compiles phrases. `extraWords` are known to the vocabulary though no phrase has them. */
export function compilePhrases(phrases: readonly Phrase[], extraWords: readonly string[]): PhraseTrie {
  const classNames = Object.keys(wordClasses)
  const classWords = Object.values(wordClasses).map((list) => list.split(' '))
  const expanded = phrases.flatMap(({ text, output }) =>
    expandPhrase(text).map((sequence) => ({ sequence, output })),
  )
  const words = expanded.flatMap(({ sequence }) =>
    sequence.filter((one) => one !== '_' && !one.startsWith('{')),
  )
  const vocabulary = buildVocabulary([...extraWords, ...classWords.flat(), ...words])
  const wordClassBits = new Int32Array(vocabulary.words.length)
  classWords.forEach((list, bit) => {
    for (const word of list) {
      const id = wordId(vocabulary, word)
      wordClassBits[id] = (wordClassBits[id] ?? 0) | (1 << bit)
    }
  })
  const nodes: Node[] = [{ edges: new Map(), wild: 0, outputs: [] }]
  const step = (from: number, part: string): number => {
    const node = nodes[from]
    if (node === undefined) throw new Error(`no node ${from}`)
    const classAt = part.startsWith('{') ? classNames.indexOf(part.slice(1, -1)) : -1
    if (part.startsWith('{') && classAt < 0) throw new Error(`no word class ${part}`)
    const key = classAt >= 0 ? vocabulary.words.length + classAt : wordId(vocabulary, part)
    const old = part === '_' ? node.wild : (node.edges.get(key) ?? 0)
    if (old !== 0) return old
    const target = nodes.push({ edges: new Map(), wild: 0, outputs: [] }) - 1
    if (part === '_') node.wild = target
    else node.edges.set(key, target)
    return target
  }
  for (const { sequence, output } of expanded) {
    const last = nodes[sequence.reduce(step, 0)]
    if (last !== undefined && !last.outputs.includes(output)) last.outputs.push(output)
  }
  return packTrie(nodes, vocabulary, wordClassBits)
}

function packTrie(nodes: readonly Node[], vocabulary: Vocabulary, wordClassBits: Int32Array): PhraseTrie {
  const firstClass = vocabulary.words.length
  const span = firstClass + 32
  const edgeCount = nodes.reduce((sum, node) => sum + node.edges.size, 0)
  let size = 1024
  while (size < edgeCount * 3) size *= 2
  if (nodes.length * span > 0x7fffffff) throw new Error('too many phrases for one trie')
  const keys = new Int32Array(size).fill(-1)
  const targets = new Int32Array(size)
  const nodeClassBits = new Int32Array(nodes.length)
  const wild = new Int32Array(nodes.length)
  const outputFrom = new Int32Array(nodes.length + 1)
  const outputs: number[] = []
  const rootHas = new Uint8Array(firstClass)
  const rootTarget = new Int32Array(firstClass)
  const nextSieve = new Int32Array(nodes.length)
  nodes.forEach((node, at) => {
    wild[at] = node.wild
    outputFrom[at] = outputs.length
    outputs.push(...node.outputs)
    for (const [key, target] of node.edges) {
      if (key >= firstClass) nodeClassBits[at] = (nodeClassBits[at] ?? 0) | (1 << (key - firstClass))
      else {
        nextSieve[at] = (nextSieve[at] ?? 0) | (1 << (key & 31))
        if (at === 0) {
          rootHas[key] = 1
          rootTarget[key] = target
        }
      }
      let slot = edgeSlot(at * span + key, size - 1)
      while (keys[slot] !== -1) slot = (slot + 1) & (size - 1)
      keys[slot] = at * span + key
      targets[slot] = target
    }
  })
  outputFrom[nodes.length] = outputs.length
  for (let id = 1; id < firstClass; id++) {
    if (((wordClassBits[id] ?? 0) & (nodeClassBits[0] ?? 0)) !== 0) rootHas[id] = 1
  }
  return {
    vocabulary,
    keys,
    targets,
    mask: size - 1,
    span,
    wordClassBits,
    nodeClassBits,
    wild,
    outputFrom,
    outputs: Int32Array.from(outputs),
    rootHas,
    rootTarget,
    nextSieve,
  }
}

function edgeSlot(key: number, mask: number): number {
  const mixed = Math.imul(key, 0x9e3779b1)
  return (mixed ^ (mixed >>> 15)) & mask
}

/** The node reached from `node` by `label` (a word id, or the first class id plus a class), or 0. */
export function followEdge(trie: PhraseTrie, node: number, label: number): number {
  const key = node * trie.span + label
  let slot = edgeSlot(key, trie.mask)
  for (;;) {
    const found = trie.keys[slot]
    if (found === key) return trie.targets[slot] ?? 0
    if (found === -1) return 0
    slot = (slot + 1) & trie.mask
  }
}
