import type { Sentences } from './list-sentences.ts'
import {
  classesOf,
  followEdge,
  nodeFields,
  nodeShift,
  type PhraseTrie,
  wordFields,
  wordShift,
} from './packed-trie.ts'
import { grown, type Tokens } from './tokens.ts'

/** Matches as parallel arrays: the output, the first token, and the token after the last one. */
export type Matches = { count: number; output: Int32Array; from: Int32Array; to: Int32Array }

/**
 * The arrays are small at first, so that the warm-up also runs the code that makes them grow: see `warmUp`.
 */
export function emptyMatches(): Matches {
  const capacity = 128
  return {
    count: 0,
    output: new Int32Array(capacity),
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
  }
}

/** A search for phrases that start at the token `from` of a text. `end` is the end of the sentence. */
type Search = { trie: PhraseTrie; word: Int32Array; from: number; end: number; into: Matches }

// Constants of this module, because the engine resolves an import or export again at each use.
const [perWord, perNode, follow, classesOfWord] = [wordShift, nodeShift, followEdge, classesOf]

/** The nodes to visit, each with its token. */
const stackNode = new Int32Array(256)
const stackAt = new Int32Array(256)
const { sieve, classBits, wild, outputsFrom, outputsTo } = nodeFields
const { target: firstTarget, classes, sieve: nextSieve } = wordFields

/**
 * Finds all phrases in the parts of a text that are not quoted. The depth of the trie limits the work per
 * token.
 */
export function matchPhrases(
  trie: PhraseTrie,
  { tokens, sentences }: { tokens: Tokens; sentences: Sentences },
  into: Matches,
): void {
  const { word } = tokens
  const { words } = trie
  const search: Search = { trie, word, from: 0, end: 0, into }
  into.count = 0
  for (let sentence = 0; sentence < sentences.count; sentence++) {
    const end = sentences.to[sentence] ?? 0
    search.end = end
    const first = sentences.from[sentence] ?? 0
    // The start marker belongs to the first sentence.
    for (let from = first === 1 ? 0 : first; from < end; from++) {
      const opening = (word[from] ?? 0) << perWord
      const next = word[from + 1] ?? 0
      if (opening >= words.length) continue
      const passed = ((words[opening + nextSieve + ((next >>> 5) & 1)] ?? 0) >>> (next & 31)) & 1
      if (passed === 0) continue
      search.from = from
      matchFrom(search)
    }
  }
}

function matchFrom(search: Search): void {
  const { trie, word, from, end } = search
  const { words, nodes } = trie
  const firstClass = trie.span - 32
  const opening = (word[from] ?? 0) << perWord
  let target = words[opening + firstTarget] ?? 0
  let bits = (words[opening + classes] ?? 0) & (nodes[classBits] ?? 0)
  let node = 0
  let at = from + 1
  let depth = 0
  for (;;) {
    for (;;) {
      if (target < 0) report(search, ~target, at)
      else if (target > 0) {
        const reached = target << perNode
        const last = nodes[reached + outputsTo] ?? 0
        for (let each = nodes[reached + outputsFrom] ?? 0; each < last; each++)
          report(search, trie.outputs[each] ?? 0, at)
        if (at < end) {
          stackNode[depth] = target
          stackAt[depth++] = at
        }
      }
      if (bits === 0) break
      const bit = 31 - Math.clz32(bits)
      bits ^= 1 << bit
      target = follow(trie, node, firstClass + bit)
    }
    const any = nodes[(node << perNode) + wild] ?? 0
    if (any !== 0 && at < end) node = any
    else if (depth === 0) break
    else {
      node = stackNode[--depth] ?? 0
      at = stackAt[depth] ?? 0
    }
    const record = node << perNode
    const id = word[at] ?? 0
    at++
    const passed = ((nodes[record + sieve + ((id >>> 5) & 1)] ?? 0) >>> (id & 31)) & 1
    target = passed === 1 ? follow(trie, node, id) : 0
    const wanted = nodes[record + classBits] ?? 0
    // The classes of a word are read only if needed: they are elsewhere in memory, and few nodes use them.
    bits = wanted === 0 ? 0 : wanted & classesOfWord(trie, id)
  }
}

function report({ from, into }: Search, output: number, to: number): void {
  if (into.count === into.output.length)
    for (const field of ['output', 'from', 'to'] as const) into[field] = grown(into[field])
  into.output[into.count] = output
  into.from[into.count] = from
  into.to[into.count++] = to
}
