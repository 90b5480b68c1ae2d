import type { KeywordTerm } from '#contract/keyword-terms.ts'

/** Signs that search boxes read as fields, groups or addresses; nobody is found by name through them. */
const operators = /[:/\\()[\]{}^~*?"<>|&!=]+/gu

function writeTerm({ words, phrase, excluded }: KeywordTerm): string[] {
  const plain = words
    .replace(operators, ' ')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/^[-+]+/u, '')
    .toLowerCase()
  if (plain === '') return []
  const quoted = phrase || plain.includes(' ') ? `"${plain}"` : plain
  return [excluded ? `-${quoted}` : quoted]
}

/** A keyword as search boxes of the web take it: words, "phrases" and -exclusions; null when it asks for nothing. */
export function writtenQuery(terms: readonly KeywordTerm[]): string | null {
  const asked = terms.filter((term) => !term.excluded).flatMap(writeTerm)
  if (asked.length === 0) return null
  return [...asked, ...terms.filter((term) => term.excluded).flatMap(writeTerm)].join(' ')
}

/** The same without exclusions, for sources that know none. */
export const writtenWanted = (terms: readonly KeywordTerm[]) =>
  writtenQuery(terms.filter(({ excluded }) => !excluded))

export function writtenKeyword(keyword: string): string | null {
  const pieces = [...keyword.matchAll(/(-?)"([^"]*)"|(-?)(\S+)/gu)]
  return writtenQuery(
    pieces.map(([, minusQuoted, quoted, minus, word]) => ({
      words: quoted ?? word ?? '',
      phrase: quoted !== undefined,
      excluded: (minusQuoted ?? minus) === '-',
    })),
  )
}
