import { followEdge, type PhraseTrie } from './phrase-trie.ts'
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

const stackNode = new Int32Array(256)
const stackAt = new Int32Array(256)

/** Finds every phrase in unquoted text. Work for a token is bounded by the trie's depth, whatever the text. */
export function matchPhrases(trie: PhraseTrie, tokens: Tokens, into: Matches): void {
  const { word, flags, count } = tokens
  const { rootHas, rootTarget, nextSieve, wordClassBits, nodeClassBits, wild, outputFrom, span } = trie
  const firstClass = span - 32
  into.count = 0
  for (let from = 0; from < count; from++) {
    if (rootHas[word[from] ?? 0] !== 1 || ((flags[from] ?? 0) & quoted) !== 0) continue
    let depth = 1
    stackNode[0] = 0
    stackAt[0] = from
    while (depth > 0) {
      depth--
      const node = stackNode[depth] ?? 0
      const at = stackAt[depth] ?? 0
      if (at >= count || (at > from && ((flags[at] ?? 0) & opensSentence) !== 0)) continue
      const id = word[at] ?? 0
      if (id !== 0) {
        let target = 0
        if (node === 0) target = rootTarget[id] ?? 0
        else if ((((nextSieve[node] ?? 0) >>> (id & 31)) & 1) !== 0) target = followEdge(trie, node, id)
        if (target !== 0) {
          if ((outputFrom[target + 1] ?? 0) > (outputFrom[target] ?? 0))
            report(trie, target, from, at + 1, into)
          stackNode[depth] = target
          stackAt[depth++] = at + 1
        }
        let bits = (nodeClassBits[node] ?? 0) & (wordClassBits[id] ?? 0)
        while (bits !== 0) {
          const bit = 31 - Math.clz32(bits)
          bits ^= 1 << bit
          const through = followEdge(trie, node, firstClass + bit)
          if ((outputFrom[through + 1] ?? 0) > (outputFrom[through] ?? 0)) {
            report(trie, through, from, at + 1, into)
          }
          stackNode[depth] = through
          stackAt[depth++] = at + 1
        }
      }
      const any = wild[node] ?? 0
      if (any !== 0) {
        stackNode[depth] = any
        stackAt[depth++] = at + 1
      }
    }
  }
}

function report(trie: PhraseTrie, node: number, from: number, to: number, into: Matches): void {
  const last = trie.outputFrom[node + 1] ?? 0
  for (let at = trie.outputFrom[node] ?? 0; at < last; at++) {
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
