import {
  ampersand,
  apostrophe,
  bullet,
  characterKinds,
  combining,
  digit,
  letter,
  lineEnd,
  mark,
  quoteMark,
  separator,
  slash,
  stop,
  wordAt,
} from './character-kind.ts'
import { apostropheEntity, communityEnd, entityLength, linkEnd, numberEnd } from './text-spans.ts'
import { markAsked, opensSentence, quoted, reserveTokens, type Tokens } from './tokens.ts'
import {
  findWord,
  hashSeedHigh,
  hashSeedLow,
  mixHigh,
  mixLow,
  type Vocabulary,
  wordId,
} from './vocabulary.ts'

/** Reads a text into `into`: one pass, no allocation. */
export type Tokenizer = (text: string, into: Tokens) => void

type Marks = {
  opening: number
  number: number
  url: number
  community: number
  item: number
  money: number
  question: number
  http: number
  https: number
  www: number
  signs: Int32Array
}

function readMarks(vocabulary: Vocabulary): Marks {
  const id = (word: string) => wordId(vocabulary, word)
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
  }
}

/** The hashes of the word that `readWord` read last: two results without an allocation. */
let wordLow = 0
let wordHigh = 0

/** Reads the word at `from` in lower case and without apostrophes; gives where it ends. */
function readWord(text: string, from: number): number {
  let low = hashSeedLow
  let high = hashSeedHigh
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    const kind = characterKinds[code] ?? separator
    if (kind === letter || kind === digit) {
      const lower = code < 128 ? code | 32 : code
      low = mixLow(low, lower)
      high = mixHigh(high, lower)
      at++
    } else if (kind === combining || (kind === apostrophe && wordAt(text, at + 1))) at++
    else if (kind === ampersand && apostropheEntity(text, at)) at += entityLength(text, at)
    else break
  }
  wordLow = low
  wordHigh = high
  return at
}

/** Where reading stands: what is read now, the token before it, and the token it makes (-1 for none). */
type Cursor = {
  text: string
  at: number
  code: number
  kind: number
  before: number
  id: number
  lineOpen: boolean
  inQuote: number
  ends: boolean
  asks: boolean
}

/** Reads a sign, a line end, a number, a bullet, a community or an entity: all that is not a word. */
function readOther(cursor: Cursor, marks: Marks): void {
  const { text, at, code, kind, before, lineOpen } = cursor
  cursor.at = at + 1
  if (kind === digit) {
    cursor.at = numberEnd(text, at)
    const next = text.charCodeAt(cursor.at)
    cursor.id = lineOpen && (next === 46 || next === 41) ? marks.item : marks.number
    if (cursor.id === marks.item) cursor.at++
  } else if (kind === mark) {
    const sign = code < 128 ? (marks.signs[code] ?? 0) : marks.money
    cursor.asks = sign === marks.question
    cursor.ends = cursor.asks || code === 33
    if ((code !== 91 || lineOpen) && !(cursor.ends && before === sign)) cursor.id = sign
  } else if (kind === slash) {
    const to = communityEnd(text, at)
    if (to > 0) {
      cursor.id = marks.community
      cursor.at = to
    }
  } else if (kind === bullet) {
    if (lineOpen && text.charCodeAt(at + 1) === 32) cursor.id = marks.item
  } else if (kind === stop) {
    cursor.ends = !wordAt(text, at + 1)
  } else if (kind === ampersand) {
    if (lineOpen && text.startsWith('&gt;', at)) cursor.inQuote = quoted
    cursor.at = at + Math.max(1, entityLength(text, at))
    return
  } else if (kind === quoteMark) {
    if (lineOpen) cursor.inQuote = quoted
    return
  } else if (kind === lineEnd) {
    cursor.ends = true
    cursor.inQuote = 0
    cursor.lineOpen = true
    return
  }
  cursor.lineOpen = false
}

/** The id of a word, or of a link that it opens. */
function wordOrLink(cursor: Cursor, id: number, marks: Marks): number {
  if (id === 0) return id
  const { text, at } = cursor
  if (id === marks.www ? text.charCodeAt(at) !== 46 : !text.startsWith('://', at)) return id
  cursor.at = linkEnd(text, at)
  return marks.url
}

/** Makes the reader of texts: words in lower case without apostrophes, numbers as `#`, links as one mark. */
export function makeTokenizer(vocabulary: Vocabulary): Tokenizer {
  const marks = readMarks(vocabulary)
  const cursor: Cursor = {
    text: '',
    at: 0,
    code: 0,
    kind: separator,
    before: 0,
    id: -1,
    lineOpen: true,
    inQuote: 0,
    ends: false,
    asks: false,
  }
  return function tokenize(text, into) {
    reserveTokens(into, text.length)
    const { word, start, end, flags } = into
    const length = text.length
    Object.assign(cursor, { text, at: 0, lineOpen: true, inQuote: 0 })
    word[0] = marks.opening
    start[0] = 0
    end[0] = 0
    flags[0] = opensSentence
    let count = 1
    let sentenceFrom = 1
    let pending = 0
    let at = 0
    while (at < length) {
      const from = at
      const code = text.charCodeAt(from)
      const kind = characterKinds[code] ?? separator
      if (kind === separator || kind === apostrophe || kind === combining) {
        at++
        continue
      }
      cursor.id = -1
      cursor.ends = false
      cursor.asks = false
      if (kind === letter) {
        at = readWord(text, from)
        cursor.id = findWord(vocabulary, wordLow, wordHigh)
        cursor.lineOpen = false
        if (cursor.id === marks.http || cursor.id === marks.https || cursor.id === marks.www) {
          cursor.at = at
          cursor.id = wordOrLink(cursor, cursor.id, marks)
          at = cursor.at
        }
      } else {
        cursor.at = from
        cursor.code = code
        cursor.kind = kind
        cursor.before = word[count - 1] ?? 0
        readOther(cursor, marks)
        at = cursor.at
      }
      if (cursor.id >= 0) {
        word[count] = cursor.id
        start[count] = from
        end[count] = at
        flags[count] = pending | cursor.inQuote
        pending = 0
        count++
      }
      if (cursor.asks) markAsked(into, sentenceFrom, count)
      if (cursor.ends) {
        pending = opensSentence
        sentenceFrom = count
      }
    }
    into.count = count
    cursor.text = ''
  }
}
