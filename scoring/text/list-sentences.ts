import { characterKinds, letter } from './character-kind.ts'
import type { Marks } from './read-sign.ts'
import { grown, opensSentence, quoted, type Tokens } from './tokens.ts'

/** A sentence with more tokens is split between clauses, if it has several. */
const longestSentence = 36
const shortestPart = 8
const pauses = ',:(–—|'

/** Splits sentences that are too long into clauses. Each clause is then treated as a sentence. */
export function divideSentences(text: string, tokens: Tokens, marks: Marks): void {
  let from = 0
  for (let at = 1; at <= tokens.count; at++) {
    if (at < tokens.count && ((tokens.flags[at] ?? 0) & opensSentence) === 0) continue
    if (at - from > longestSentence) divide({ text, tokens, marks }, from, at)
    from = at
  }
}

type Divided = { text: string; tokens: Tokens; marks: Marks }

/** Splits at the pause nearest to the middle, then splits each part that is still too long. */
function divide(divided: Divided, from: number, to: number): void {
  const { flags } = divided.tokens
  const middle = (from + to) >> 1
  let best = -1
  let bestCost = Number.POSITIVE_INFINITY
  for (let at = from + shortestPart; at <= to - shortestPart; at++) {
    const cost = Math.abs(at - middle) + pauseCost(divided, at)
    if (cost < bestCost) {
      best = at
      bestCost = cost
    }
  }
  if (best < 0) return
  flags[best] = (flags[best] ?? 0) | opensSentence
  if (best - from > longestSentence) divide(divided, from, best)
  if (to - best > longestSentence) divide(divided, best, to)
}

/** The cost of a split before a token: comparable with a distance in tokens, and infinite within a clause. */
function pauseCost({ text, tokens, marks }: Divided, at: number): number {
  const { word, start, end } = tokens
  const joins = marks.joining.has(word[at] ?? 0)
  const to = start[at] ?? 0
  for (let between = end[at - 1] ?? 0; between < to; between++) {
    const dash = text[between] === '-' && text[between - 1] === ' '
    if (dash || pauses.includes(text[between] ?? ' ')) return joins ? 0 : 6
  }
  return joins ? 10 : Number.POSITIVE_INFINITY
}

/**
 * The sentences of a text as parallel arrays, without quotes. A sentence has the tokens from `from` up to,
 * but not including, `to`.
 */
export type Sentences = { count: number; from: Int32Array; to: Int32Array }

export function emptySentences(): Sentences {
  return { count: 0, from: new Int32Array(64), to: new Int32Array(64) }
}

/** Lists the sentences of a text. A sentence that is too long is split into clauses. */
export function listSentences({ flags, count }: Tokens, into: Sentences): void {
  into.count = 0
  let from = 1
  for (let at = 2; at <= count; at++) {
    if (at < count && ((flags[at] ?? 0) & opensSentence) === 0) continue
    if (((flags[from] ?? 0) & quoted) === 0) add(into, from, at)
    from = at
  }
}

function add(into: Sentences, from: number, to: number): void {
  if (into.count === into.from.length) {
    into.from = grown(into.from)
    into.to = grown(into.to)
  }
  into.from[into.count] = from
  into.to[into.count] = to
  into.count++
}

/** White space and marks that do not belong to the sentence before them. */
const behindWord = /[\s,([“–—*_-]/
const endsWord = Uint8Array.from({ length: 128 }, (_, code) =>
  behindWord.test(String.fromCharCode(code)) ? 1 : 0,
)

const opening = '"\'“‘([$€£'
const opensWord = Uint8Array.from({ length: 128 }, (_, code) =>
  opening.includes(String.fromCharCode(code)) ? 1 : 0,
)

/** Markers of a list item. */
const listMark = /(?:[*+•-]|\d{1,2}[.)])[ \t]+/y

/** The range of a sentence in its text, with opening marks before and closing marks after the words. */
export function sentenceSpan(
  text: string,
  tokens: Tokens,
  sentence: { from: number; to: number },
): { start: number; end: number } {
  let start = tokens.start[sentence.from] ?? 0
  const before = sentence.from > 1 ? (tokens.end[sentence.from - 1] ?? 0) : 0
  while (start > before && isOpening(text.charCodeAt(start - 1))) start--
  // Markers of list items do not start with a letter, but most sentences do. Testing the pattern each time
  // would cost more than the rest of this function.
  if (characterKinds[text.charCodeAt(start)] !== letter) {
    listMark.lastIndex = start
    // If the whole sentence is a number, the number is not the marker of a list item.
    if (listMark.test(text) && listMark.lastIndex < (tokens.end[sentence.to - 1] ?? 0))
      start = listMark.lastIndex
  }
  let end = tokens.end[sentence.to - 1] ?? start
  const next = sentence.to < tokens.count ? (tokens.start[sentence.to] ?? text.length) : text.length
  while (end < next && !isBehindWord(text.charCodeAt(end))) end++
  return { start, end }
}

function isBehindWord(code: number): boolean {
  return code < 128 ? endsWord[code] === 1 : behindWord.test(String.fromCharCode(code))
}

function isOpening(code: number): boolean {
  return code < 128 ? opensWord[code] === 1 : opening.includes(String.fromCharCode(code))
}
