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

/** Visits the words of a text, and tells whether only blanks part one from the word before. Links, numbers, entities and what no person writes as a word part phrases. */
export function eachWord(text: string, visit: (word: string, joined: boolean) => void): void {
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
    if (readable) visit(text.slice(at, end), joined)
    joined = readable
    at = end
  }
}

/** Where the word at `from` ends. An apostrophe between letters belongs to it. */
function wordEnd(text: string, from: number): number {
  const isIn = (at: number) => wordCodes[text.charCodeAt(at)] === 1
  let at = from
  while (isIn(at) || ((text[at] === "'" || text[at] === '\u2019') && isIn(at + 1))) at++
  return at
}

/** A word in lower case, without apostrophes and the s of a genitive. */
export const plainWord = (word: string): string =>
  word
    .toLowerCase()
    .replace(/['\u2019]s$/u, '')
    .replaceAll(/['\u2019]/gu, '')

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
