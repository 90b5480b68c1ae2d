/**
 * A word of a text: where it stands, whether only blanks part it from the word before, and its hashes, the same in both
 * cases and without apostrophes. Each visit has the same one, filled anew.
 */
export type VisitedWord = { start: number; end: number; joined: boolean; low: number; high: number }

const word: VisitedWord = { start: 0, end: 0, joined: false, low: 0, high: 0 }

const longestEntity = 9

function standsInWords(code: number): boolean {
  if (code < 128)
    return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)
  return (
    (code >= 0xc0 && code < 0x2000 && code !== 0xd7 && code !== 0xf7) || (code >= 0x3040 && code < 0xd800)
  )
}

/** 1 for the UTF-16 code units that words are made of: looked up for every one of a text. */
const wordCodes = Uint8Array.from({ length: 65536 }, (_, code) => Number(standsInWords(code)))

/** Visits the words of a text. Links, numbers, entities and what no person writes as a word part phrases. */
export function eachWord(text: string, visit: (word: VisitedWord) => void): void {
  let joined = false
  let at = 0
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (wordCodes[code] === 0) {
      if (code !== 32 && code !== 9 && code !== 0xa0) joined = false
      at = code === 38 ? entityEnd(text, at) : at + 1
      continue
    }
    const end = wordEnd(text, at)
    if (opensLink(text, at, end)) {
      joined = false
      at = linkEnd(text, end)
      continue
    }
    const readable = (code < 48 || code > 57) && end - at <= 24
    if (readable) {
      word.start = at
      word.end = end
      word.joined = joined
      visit(word)
    }
    joined = readable
    at = end
  }
}

/** Where the word at `from` ends, its hashes left in `word`. An apostrophe between letters belongs to it. */
function wordEnd(text: string, from: number): number {
  let low = 0x811c9dc5 | 0
  let high = 0x1b873593 | 0
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (wordCodes[code] === 1) {
      const lower = code < 128 ? code | 32 : code
      low = Math.imul(low ^ lower, 0x01000193)
      high = (Math.imul(high, 31) + Math.imul(lower, 0x9e3779b1) + 7) | 0
    } else {
      const inside = (code === 39 || code === 0x2019) && wordCodes[text.charCodeAt(at + 1)] === 1
      if (!inside) break
    }
    at++
  }
  word.low = low
  word.high = high
  return at
}

function entityEnd(text: string, from: number): number {
  const semicolon = text.slice(from, from + longestEntity).indexOf(';')
  return semicolon < 0 ? from + 1 : from + semicolon + 1
}

function opensLink(text: string, start: number, end: number): boolean {
  const next = text.charCodeAt(end)
  if (next === 58) return text.startsWith('://', end)
  return next === 46 && end - start === 3 && text.startsWith('www', start)
}

function linkEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) > 32 && text.charCodeAt(at) !== 41) at++
  return at
}
