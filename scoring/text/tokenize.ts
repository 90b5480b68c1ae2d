import {
  ampersand,
  apostrophe,
  characterKinds,
  combining,
  digit,
  letter,
  separator,
  wordAt,
} from './character-kind.ts'
import { divideSentences } from './list-sentences.ts'
import { apostropheEntity, type Cursor, entityLength, linkAfter, readMarks, readSign } from './read-sign.ts'
import { asked, opensSentence, quoted, reserveTokens, type Tokens } from './tokens.ts'
import { findWord, hashSeedHigh, hashSeedLow, mixHigh, mixLow, type Vocabulary } from './vocabulary.ts'

// Constants of this module, because the engine resolves an import or export again at each use.
const [kinds, inWord, outside] = [characterKinds, letter, separator]
const [hashLow, hashHigh, find] = [mixLow, mixHigh, findWord]

/** Tokenizes a text into `into` in one pass without allocating. */
export type Tokenizer = (text: string, into: Tokens) => void

/** The end of the word that `readWord` read last: a second result that needs no allocation. */
let wordEnd = 0

/**
 * The id of the word at `from`, read in lower case and without apostrophes. Sets `wordEnd` to the end of the
 * word.
 */
function readWord(vocabulary: Vocabulary, text: string, from: number): number {
  let low = hashSeedLow
  let high = hashSeedHigh
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const kind = kinds[code] ?? outside
    if (kind === inWord || kind === digit) {
      const lower = code < 128 ? code | 32 : code
      low = hashLow(low, lower)
      high = hashHigh(high, lower)
      at++
    } else {
      const next = kind === outside ? at : insideWord(text, at, kind)
      if (next === at) break
      at = next
    }
  }
  wordEnd = at
  return find(vocabulary, low, high)
}

/**
 * The offset at which a word continues after an accent or apostrophe at `at`. Returns `at` if the word ends
 * there.
 */
function insideWord(text: string, at: number, kind: number): number {
  if (kind === combining || (kind === apostrophe && wordAt(text, at + 1))) return at + 1
  return kind === ampersand && apostropheEntity(text, at) ? at + entityLength(text, at) : at
}

/**
 * Builds the tokenizer. Words are in lower case without apostrophes, numbers are `#`, and each link is one
 * marker.
 */
export function makeTokenizer(vocabulary: Vocabulary): Tokenizer {
  const marks = readMarks(vocabulary)
  const { http, https, www } = marks
  const cursor: Cursor = { at: 0, before: 0, id: -1, lineOpen: true, inQuote: 0, ends: false, asks: false }
  return function tokenize(text, into) {
    reserveTokens(into, text.length)
    const { word, start, end, flags } = into
    cursor.lineOpen = true
    cursor.inQuote = 0
    word[0] = marks.opening
    flags[0] = opensSentence
    let count = 1
    let sentenceFrom = 1
    let pending = 0
    let at = 0
    while (at < text.length) {
      const from = at
      const kind = kinds[text.charCodeAt(from)] ?? outside
      if (kind === outside || kind === apostrophe || kind === combining) {
        at++
        continue
      }
      let id = 0
      if (kind === inWord) {
        id = readWord(vocabulary, text, from)
        at = wordEnd
        cursor.lineOpen = false
        if (id > 0 && (id === http || id === https || id === www)) {
          at = linkAfter(text, wordEnd, id === www)
          if (at > wordEnd) id = marks.url
        }
      } else {
        cursor.at = from
        cursor.before = word[count - 1] ?? 0
        readSign(text, cursor, marks)
        at = cursor.at
        id = cursor.id
      }
      if (id >= 0) {
        word[count] = id
        start[count] = from
        end[count] = at
        flags[count] = pending | cursor.inQuote
        pending = 0
        count++
      }
      if (kind === inWord) continue
      if (cursor.asks)
        for (let each = sentenceFrom; each < count; each++) flags[each] = (flags[each] ?? 0) | asked
      if (cursor.ends) {
        pending = opensSentence
        sentenceFrom = count
      }
    }
    // If a text starts with a quote, its start marker is quoted, too.
    if (count > 1) flags[0] = opensSentence | ((flags[1] ?? 0) & quoted)
    into.count = count
    divideSentences(text, into, marks)
  }
}
