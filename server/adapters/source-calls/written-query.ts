import type { KeywordTerm } from '#contract/keyword-terms.ts'

/**
 * Characters that search engines read as fields, groups or addresses. They are removed so that nobody can
 * search for authors.
 */
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

/** A keyword in the syntax of web search: words, "phrases" and -exclusions. Null if it is empty. */
export function writtenQuery(terms: readonly KeywordTerm[]): string | null {
  const asked = terms.filter((term) => !term.excluded).flatMap(writeTerm)
  if (asked.length === 0) return null
  return [...asked, ...terms.filter((term) => term.excluded).flatMap(writeTerm)].join(' ')
}

/** A keyword without exclusions, for sources that do not support them. */
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
