import {
  ampersand,
  bullet,
  characterKinds,
  digit,
  lineEnd,
  mark,
  quoteMark,
  separator,
  slash,
  stop,
  wordAt,
} from './character-kind.ts'
import { endingShortenedWords, joiningWords, quoted, shortenedWords } from './tokens.ts'
import { type Vocabulary, wordId } from './vocabulary.ts'

export type Marks = ReturnType<typeof readMarks>

/** The ids of markers for text that is not a word, and of the words with which links start. */
export function readMarks(vocabulary: Vocabulary) {
  const id = (word: string) => wordId(vocabulary, word)
  const known = (words: readonly string[]) => new Set(words.map(id).filter((one) => one > 0))
  const signs = new Int32Array(128)
  for (const sign of '$%?![') signs[sign.charCodeAt(0)] = id(sign)
  return {
    opening: id('^'),
    number: id('#'),
    url: id('<url>'),
    community: id('<community>'),
    item: id('<item>'),
    money: id('$'),
    question: id('?'),
    http: id('http'),
    https: id('https'),
    www: id('www'),
    signs,
    shortened: known(shortenedWords),
    endingShortened: known(endingShortenedWords),
    joining: known(joiningWords),
  }
}

/** The reading position, the previous token, and the new token (-1 if there is none). */
export type Cursor = {
  at: number
  before: number
  id: number
  lineOpen: boolean
  inQuote: number
  ends: boolean
  asks: boolean
}

/**
 * Reads anything that is not a word: punctuation, a line end, a number, a bullet, a community or an entity.
 */
export function readSign(text: string, cursor: Cursor, marks: Marks): void {
  const { at, lineOpen } = cursor
  const code = text.charCodeAt(at)
  const kind = characterKinds[code] ?? separator
  cursor.at = at + 1
  cursor.id = -1
  cursor.ends = false
  cursor.asks = false
  cursor.lineOpen = false
  if (kind === stop) {
    cursor.ends = !wordAt(text, at + 1) && !(code === 46 && goesOnBehindShortened(text, cursor, marks))
  } else if (kind === digit) {
    cursor.at = numberEnd(text, at)
    const next = text.charCodeAt(cursor.at)
    // A number at the start of a line belongs to a list item if a period or bracket follows.
    const isItem = lineOpen && (next === 46 || next === 41)
    cursor.id = isItem ? marks.item : marks.number
    if (isItem) cursor.at++
  } else if (kind === mark) {
    const sign = code < 128 ? (marks.signs[code] ?? 0) : marks.money
    cursor.asks = sign === marks.question
    cursor.ends = cursor.asks || code === 33
    if ((code !== 91 || lineOpen) && !(cursor.ends && cursor.before === sign)) cursor.id = sign
  } else if (kind === slash) {
    const to = communityEnd(text, at)
    if (to > 0) {
      cursor.id = marks.community
      cursor.at = to
    }
  } else if (kind === bullet) {
    if (lineOpen && text.charCodeAt(at + 1) === 32) cursor.id = marks.item
  } else if (kind === ampersand) {
    if (lineOpen && text.startsWith('&gt;', at)) readQuoteMark(text, cursor, at)
    cursor.at = at + Math.max(1, entityLength(text, at))
    cursor.lineOpen = lineOpen
  } else if (kind === quoteMark) {
    if (lineOpen) readQuoteMark(text, cursor, at)
    cursor.lineOpen = lineOpen
  } else if (kind === lineEnd) {
    cursor.ends = true
    cursor.inQuote = 0
    cursor.lineOpen = true
  }
}

/** Whether the period before the cursor belongs to an abbreviation ("e.g. Excel") and the line continues. */
function goesOnBehindShortened(text: string, { at, before }: Cursor, marks: Marks): boolean {
  const mayEnd = marks.endingShortened.has(before)
  if (!mayEnd && !marks.shortened.has(before)) return false
  let next = at
  while (isBlank(text.charCodeAt(next))) next++
  const code = text.charCodeAt(next)
  const isCapital = code >= 65 && code <= 90
  return next < text.length && characterKinds[code] !== lineEnd && !(mayEnd && isCapital)
}

/** Marks the line as quoted if only spaces are before the sign. In "(>90%" the sign is not a quote. */
function readQuoteMark(text: string, cursor: Cursor, at: number): void {
  if (cursor.inQuote !== 0) return
  let before = at - 1
  while (before >= 0 && isBlank(text.charCodeAt(before))) before--
  if (before < 0 || characterKinds[text.charCodeAt(before)] === lineEnd) cursor.inQuote = quoted
}

/** Whether a code unit is a space within a line, visible or not. */
function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0x200b || code === 0xfeff
}

/**
 * The end of a link. `at` is behind the "www" or the scheme with which the link starts. Returns `at` if the
 * text is not a link.
 */
export function linkAfter(text: string, at: number, isWww: boolean): number {
  const opens = isWww ? text.charCodeAt(at) === 46 : text.startsWith('://', at)
  let end = at
  while (opens && end < text.length && !endsLink(text.charCodeAt(end))) end++
  return end
}

/** Control characters, spaces, and characters that surround links. */
const linkEnds = Uint8Array.from({ length: 128 }, (_, code) =>
  code <= 32 || ')]<>"'.includes(String.fromCharCode(code)) ? 1 : 0,
)

const endsLink = (code: number) => code < 128 && linkEnds[code] === 1

/**
 * The length of the HTML entity at `at`, or 0. Stored texts contain escaped entities, so offsets count the
 * escaped form.
 */
export function entityLength(text: string, at: number): number {
  const last = Math.min(text.length, at + 10)
  for (let end = at + 1; end < last; end++) {
    const code = text.charCodeAt(end)
    if (code === 59) return end > at + 2 ? end - at + 1 : 0
    if (code !== 35 && !wordAt(text, end)) return 0
  }
  return 0
}

const apostropheEntities = ['&#39;', '&#x27;', '&apos;', '&rsquo;', '&#8217;', '&#x2019;']

export function apostropheEntity(text: string, at: number): boolean {
  for (const entity of apostropheEntities) if (text.startsWith(entity, at)) return true
  return false
}

/** The end of the number that starts at `from`. "1,200.50", "10k" and "3rd" are one number each. */
function numberEnd(text: string, from: number): number {
  const joins = (at: number) =>
    (text.charCodeAt(at) === 44 || text.charCodeAt(at) === 46) &&
    characterKinds[text.charCodeAt(at + 1)] === digit
  let at = from
  while (wordAt(text, at) || joins(at)) at++
  return at
}

/** The end of a community's name ("/r/name") that starts at `at`, or 0 if no such name starts there. */
function communityEnd(text: string, at: number): number {
  const opens = (text.charCodeAt(at + 1) | 32) === 114 && text.charCodeAt(at + 2) === 47
  if (!opens || wordAt(text, at - 1)) return 0
  let end = at + 3
  while (wordAt(text, end) || text.charCodeAt(end) === 95) end++
  return end
}
