import { followEdge, nodeFields, nodeShift, type PhraseTrie } from './packed-trie.ts'
import { opensSentence, quoted, type Tokens } from './tokens.ts'

/** Matches as parallel arrays: which output, first token, and the token after the last. */
export type Matches = { count: number; output: Int32Array; from: Int32Array; to: Int32Array }

export function emptyMatches(capacity = 8192): Matches {
  return {
    count: 0,
    output: new Int32Array(capacity),
    from: new Int32Array(capacity),
    to: new Int32Array(capacity),
  }
}

/** Nodes yet to visit, and the token to visit each with. */
const stackNode = new Int32Array(256)
const stackAt = new Int32Array(256)
const { sieve, classBits, wild, outputFrom, outputTo, goesOn } = nodeFields

/** Finds every phrase in unquoted text. Work for a token is bounded by the trie's depth, whatever the text. */
export function matchPhrases(trie: PhraseTrie, tokens: Tokens, into: Matches): void {
  const { word, flags, count } = tokens
  const { rootTarget, wordClassBits, nodes } = trie
  const rootClasses = nodes[classBits] ?? 0
  const firstClass = trie.span - 32
  into.count = 0
  let end = 0
  for (let from = 0; from < count; from++) {
    if (from === end) end = sentenceEnd(tokens, from)
    const opening = word[from] ?? 0
    if ((rootTarget[opening] ?? 0) === 0 && ((wordClassBits[opening] ?? 0) & rootClasses) === 0) continue
    if (((flags[from] ?? 0) & quoted) !== 0) continue
    let node = 0
    let at = from
    let depth = 0
    for (;;) {
      const record = node << nodeShift
      const id = word[at] ?? 0
      at++
      let target = 0
      if (node === 0) target = rootTarget[id] ?? 0
      else if ((((nodes[record + sieve] ?? 0) >>> (id & 31)) & 1) !== 0) target = followEdge(trie, node, id)
      let bits = (nodes[record + classBits] ?? 0) & (wordClassBits[id] ?? 0)
      for (;;) {
        if (target !== 0) {
          const reached = target << nodeShift
          const outputs = nodes[reached + outputFrom] ?? 0
          if ((nodes[reached + outputTo] ?? 0) > outputs) report(trie, target, from, at, into)
          if (at < end && nodes[reached + goesOn] === 1) {
            stackNode[depth] = target
            stackAt[depth++] = at
          }
        }
        if (bits === 0) break
        const bit = 31 - Math.clz32(bits)
        bits ^= 1 << bit
        target = followEdge(trie, node, firstClass + bit)
      }
      const any = nodes[record + wild] ?? 0
      if (any !== 0 && at < end) node = any
      else if (depth === 0) break
      else {
        node = stackNode[--depth] ?? 0
        at = stackAt[depth] ?? 0
      }
    }
  }
}

/** The token that opens the next sentence after `from`, or the number of tokens. */
function sentenceEnd({ flags, count }: Tokens, from: number): number {
  let at = from + 1
  while (at < count && ((flags[at] ?? 0) & opensSentence) === 0) at++
  return at
}

function report(trie: PhraseTrie, node: number, from: number, to: number, into: Matches): void {
  const record = node << nodeShift
  const last = trie.nodes[record + outputTo] ?? 0
  for (let at = trie.nodes[record + outputFrom] ?? 0; at < last; at++) {
    if (into.count === into.output.length) growMatches(into)
    into.output[into.count] = trie.outputs[at] ?? 0
    into.from[into.count] = from
    into.to[into.count] = to
    into.count++
  }
}

function growMatches(matches: Matches): void {
  const grow = (old: Int32Array) => {
    const next = new Int32Array(old.length * 2)
    next.set(old)
    return next
  }
  matches.output = grow(matches.output)
  matches.from = grow(matches.from)
  matches.to = grow(matches.to)
}
