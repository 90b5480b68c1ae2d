import { followEdge, nodeFields, nodeShift, type PhraseTrie } from './packed-trie.ts'
import { opensSentence, quoted, type Tokens } from './tokens.ts'

/** Matches as parallel arrays: which output, first token, and the token after the last. */
export type Matches = { count: number; output: Int32Array; from: Int32Array; to: Int32Array }

/** Small at first, so that the warm-up already makes it grow: see `warm-up.ts`. */
export function emptyMatches(): Matches {
  const capacity = 128
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
const { sieve, classBits, wild, output: firstOutput, othersFrom, othersTo, goesOn } = nodeFields

/** Finds every phrase in unquoted text. Work for a token is bounded by the trie's depth, whatever the text. */
export function matchPhrases(trie: PhraseTrie, tokens: Tokens, into: Matches): void {
  const { word, flags, count } = tokens
  const { words, nodes } = trie
  const rootClasses = nodes[classBits] ?? 0
  const firstClass = trie.span - 32
  into.count = 0
  let end = 0
  for (let from = 0; from < count; from++) {
    if (from === end) end = sentenceEnd(tokens, from)
    const opening = (word[from] ?? 0) << 1
    let target = words[opening] ?? 0
    let bits = (words[opening + 1] ?? 0) & rootClasses
    if (target === 0 && bits === 0) continue
    if (((flags[from] ?? 0) & quoted) !== 0) continue
    let node = 0
    let at = from + 1
    let depth = 0
    for (;;) {
      for (;;) {
        if (target < 0) report(~target, from, at, into)
        else if (target > 0) {
          const reached = target << nodeShift
          report(nodes[reached + firstOutput] ?? -1, from, at, into)
          if (nodes[reached + othersFrom] !== nodes[reached + othersTo])
            reportOthers(trie, reached, from, at, into)
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
      const any = nodes[(node << nodeShift) + wild] ?? 0
      if (any !== 0 && at < end) node = any
      else if (depth === 0) break
      else {
        node = stackNode[--depth] ?? 0
        at = stackAt[depth] ?? 0
      }
      const record = node << nodeShift
      const id = word[at] ?? 0
      at++
      const passed = ((nodes[record + sieve + ((id >>> 5) & 1)] ?? 0) >>> (id & 31)) & 1
      target = passed === 1 ? followEdge(trie, node, id) : 0
      bits = (nodes[record + classBits] ?? 0) & (words[(id << 1) + 1] ?? 0)
    }
  }
}

/** The token that opens the next sentence after `from`, or the number of tokens. */
function sentenceEnd({ flags, count }: Tokens, from: number): number {
  let at = from + 1
  while (at < count && ((flags[at] ?? 0) & opensSentence) === 0) at++
  return at
}

/** Reports all phrases but the first that end at a node, whose integers start at `reached`. */
function reportOthers(trie: PhraseTrie, reached: number, from: number, to: number, into: Matches): void {
  const last = trie.nodes[reached + othersTo] ?? 0
  for (let at = trie.nodes[reached + othersFrom] ?? 0; at < last; at++)
    report(trie.outputs[at] ?? 0, from, to, into)
}

/** Keeps an output; -1, which is none, without a branch: the next one takes its place. */
function report(output: number, from: number, to: number, into: Matches): void {
  const { count } = into
  if (count === into.output.length) growMatches(into)
  into.output[count] = output
  into.from[count] = from
  into.to[count] = to
  into.count = count + 1 + (output >> 31)
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
