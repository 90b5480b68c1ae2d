import type { KeywordTerm } from './keyword-terms.ts'

const endings = 'e?s|e|ings?|ed|ers?|y|ies|ied'

/** What else follows a longer root: `manag` in management, `translat` in translator. */
function longEndings(root: string): string {
  if (root.length < 5) return ''
  return `|ements?${/.{5}[st]$/u.test(root) ? '|ions?' : ''}${root.endsWith('at') ? '|ors?' : ''}`
}

/** A word without its commonest endings, lower case in and out. */
function rootOf(word: string): string {
  const singular = word.replace(/ies$/u, 'y').replace(/(?<=ss)es$|(?<=[^sui])s$/u, '')
  const root = singular
    .replace(/(?<=\p{L}{5})ement$|(?<=\p{L}{5}[st])ion$|(?<=\p{L}{3}at)or$/u, '')
    .replace(/(?:ings?|ed|ers?|e|y)$/u, '')
  if (root.length < 3) return singular
  return root.length > 4 && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root
}

function wordPattern(word: string): string {
  const root = rootOf(word)
  return `${root}${/[bdfglmnprstz]$/u.test(root) ? `${root.at(-1)}?` : ''}(?:${endings}${longEndings(root)})?`
}

/** Finds the words of a term next to each other, in any of their commonest forms and spellings. */
function patternOf({ words, spellings = [] }: KeywordTerm): string {
  const ways = [words, ...spellings].map((way) =>
    way
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .map(wordPattern)
      .join('[^\\p{L}\\p{N}]+'),
  )
  return `(?<![\\p{L}\\p{N}])(?:${[...new Set(ways)].join('|')})(?![\\p{L}\\p{N}])`
}

/** What finds the words of a keyword in a text, in any of their commonest forms: a pattern for each term that is wanted. */
export function keywordPatterns(terms: readonly KeywordTerm[]): RegExp[] {
  return terms.filter(({ excluded }) => !excluded).map((term) => new RegExp(patternOf(term), 'giu'))
}
