import { characterKinds, letter } from './character-kind.ts'
import { opensSentence, quoted, type Tokens } from './tokens.ts'

/** The sentences of one text as parallel arrays: tokens from `from` up to `to`, quoted ones left out. */
export type Sentences = { count: number; from: Int32Array; to: Int32Array }

export function emptySentences(): Sentences {
  return { count: 0, from: new Int32Array(64), to: new Int32Array(64) }
}

/** Lists the sentences of a text, a clause each where one is too long to be read at once. */
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

function grown(old: Int32Array): Int32Array<ArrayBuffer> {
  const next = new Int32Array(old.length * 2)
  next.set(old)
  return next
}

/** What no word that ends a sentence goes on with. */
const behindWord = /[\s,([“–—*_-]/
const endsWord = Uint8Array.from({ length: 128 }, (_, code) =>
  behindWord.test(String.fromCharCode(code)) ? 1 : 0,
)

const opening = '"\'“‘([$€£'

/** What opens an item of a list. */
const listMark = /(?:[*+•-]|\d{1,2}[.)])[ \t]+/y

/** Where a sentence stands in its text: from its first word with what opens it to the mark that ends it. */
export function sentenceSpan(
  text: string,
  tokens: Tokens,
  sentence: { from: number; to: number },
): { start: number; end: number } {
  let start = tokens.start[sentence.from] ?? 0
  const before = sentence.from > 1 ? (tokens.end[sentence.from - 1] ?? 0) : 0
  while (start > before && opening.includes(text[start - 1] ?? ' ')) start--
  // No such mark is a letter, with which most sentences open: asking the pattern of each costs more than all else here.
  if (characterKinds[text.charCodeAt(start)] !== letter) {
    listMark.lastIndex = start
    if (listMark.test(text)) start = listMark.lastIndex
  }
  let end = tokens.end[sentence.to - 1] ?? start
  const next = sentence.to < tokens.count ? (tokens.start[sentence.to] ?? text.length) : text.length
  while (end < next && !isBehindWord(text.charCodeAt(end))) end++
  return { start, end }
}

function isBehindWord(code: number): boolean {
  return code < 128 ? endsWord[code] === 1 : behindWord.test(String.fromCharCode(code))
}
