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

/** Makes the reader of texts: words in lower case without apostrophes, numbers as `#`, links as one mark. */
export function makeTokenizer(vocabulary: Vocabulary): Tokenizer {
  const marks = readMarks(vocabulary)
  return function tokenize(text, into) {
    reserveTokens(into, text.length)
    const { word, start, end, flags } = into
    const length = text.length
    word[0] = marks.opening
    start[0] = 0
    end[0] = 0
    flags[0] = opensSentence
    let count = 1
    let sentenceFrom = 1
    let pending = 0
    let lineOpen = true
    let inQuote = 0
    let at = 0
    while (at < length) {
      const code = text.charCodeAt(at)
      const kind = characterKinds[code] ?? separator
      if (kind === separator || kind === apostrophe || kind === combining) {
        at++
        continue
      }
      const from = at
      let id = -1
      let asks = false
      if (kind === letter) {
        at = readWord(text, at)
        id = findWord(vocabulary, wordLow, wordHigh)
        const link =
          id !== 0 &&
          (id === marks.http || id === marks.https
            ? text.startsWith('://', at)
            : id === marks.www && text.charCodeAt(at) === 46)
        if (link) {
          at = linkEnd(text, at)
          id = marks.url
        }
      } else if (kind === digit) {
        at = numberEnd(text, at)
        const next = text.charCodeAt(at)
        id = lineOpen && (next === 46 || next === 41) ? marks.item : marks.number
        if (id === marks.item) at++
      } else if (kind === mark) {
        at++
        if (code !== 91 || lineOpen) id = code < 128 ? (marks.signs[code] ?? 0) : marks.money
        asks = id === marks.question
        if ((asks || code === 33) && word[count - 1] === id) id = -1
      } else if (kind === slash) {
        const to = communityEnd(text, at)
        if (to > 0) id = marks.community
        at = to > 0 ? to : at + 1
      } else if (kind === bullet) {
        at++
        if (lineOpen && text.charCodeAt(at) === 32) id = marks.item
      } else if (kind === lineEnd) {
        at++
        pending = opensSentence
        sentenceFrom = count
        lineOpen = true
        inQuote = 0
        continue
      } else if (kind === stop) {
        at++
        if (!wordAt(text, at)) {
          pending = opensSentence
          sentenceFrom = count
        }
      } else if (kind === ampersand) {
        if (lineOpen && text.startsWith('&gt;', at)) inQuote = quoted
        at += Math.max(1, entityLength(text, at))
        continue
      } else if (kind === quoteMark) {
        at++
        if (lineOpen) inQuote = quoted
        continue
      }
      lineOpen = false
      if (id >= 0) {
        word[count] = id
        start[count] = from
        end[count] = at
        flags[count] = pending | inQuote
        pending = 0
        count++
      }
      if (asks) markAsked(into, sentenceFrom, count)
      if (asks || code === 33) {
        pending = opensSentence
        sentenceFrom = count
      }
    }
    into.count = count
  }
}
