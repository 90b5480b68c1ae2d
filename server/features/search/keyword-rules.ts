import type { KeywordTerm, SourceQuery } from '#server/ports.ts'

const termPattern = /(-?)"([^"]*)"|(\S+)/gu

function hasLetterOrDigit(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** `time-tracking` asks for what people also write as `time tracking`: the words next to each other. */
function readBareTerm(text: string, excluded: boolean): KeywordTerm {
  const words = text.replaceAll('"', '').replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ' ')
  return { words, phrase: words.includes(' '), excluded }
}

function readTerm(match: RegExpMatchArray): KeywordTerm {
  const [, minus, quoted, bare = ''] = match
  if (quoted !== undefined) return { words: quoted.trim(), phrase: true, excluded: minus === '-' }
  const excluded = bare.startsWith('-') && bare.length > 1
  return readBareTerm(excluded ? bare.slice(1) : bare, excluded)
}

/**
 * Reads a keyword as people write searches: `"exact words"` is a phrase, `-word` or `-"words"` excludes.
 * Full-width and decomposed letters are read as the plain ones.
 */
export function parseKeyword(keyword: string): SourceQuery {
  const folded = keyword.normalize('NFKC').trim().replace(/\s+/gu, ' ')
  const terms = [...folded.replace(/[“”„]/gu, '"').matchAll(termPattern)].map(readTerm)
  return { keyword: folded, terms: terms.filter((term) => hasLetterOrDigit(term.words)) }
}

/** Keywords that are the same to a person share one search: case, width and white space do not count. */
export function normaliseKeyword(keyword: string): string {
  return parseKeyword(keyword).keyword.toLowerCase()
}
