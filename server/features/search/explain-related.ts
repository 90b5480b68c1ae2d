import { isIn, joiningWords, type KeywordTerm, shownTerms, wordFinder } from '#contract/keyword-terms.ts'
import type { SearchResult } from '#contract/search.ts'
import type { ArchivedPost } from '#server/ports.ts'

/** How many words for what the keyword means say why a post without it is here, and how many there have to be. */
const otherWords = { most: 3, least: 2, characters: 4000 }

const addresses = /\S+:\/\/\S+/gu

/** What terms mean, and the words that stand in posts about it, most telling first. */
export type SensesOf = (
  terms: readonly KeywordTerm[],
) => readonly { terms: readonly KeywordTerm[]; words: readonly string[] }[]

type Why = Pick<SearchResult, 'otherWords' | 'missingWords'>

const withoutWords = (missing: readonly KeywordTerm[]): Why =>
  missing.length === 0 ? {} : { missingWords: missing.map(({ words }) => words) }

/**
 * Says why a post without all words of the keyword is here: which are missing, where it holds some, and words for what
 * they mean, as written there. Parts of those with a hyphen, which the archive finds too, only where there is little else.
 */
export function explainRelated(
  terms: readonly KeywordTerm[],
  patterns: readonly RegExp[],
  senses: ReturnType<SensesOf>,
) {
  const wanted = shownTerms(terms)
  const isOwn = (word: string) => patterns.some((pattern) => isIn(pattern, word))
  const finderOf = (words: readonly string[]) => wordFinder(words.filter((word) => !isOwn(word)))
  const finders = senses.map(({ terms, words }) => {
    const [whole, joined] = [false, true].map((is) => words.filter((word) => word.includes('-') === is))
    const parts = joined?.flatMap((word) => word.split('-')).filter((word) => !joiningWords.has(word))
    return { terms, whole: finderOf(whole ?? []), parts: finderOf(parts ?? []) }
  })
  return ({ title }: ArchivedPost, selftext: string, unseen: readonly RegExp[]): Why => {
    const lacking = new Set(unseen.filter((pattern) => !isIn(pattern, selftext)))
    const missing = wanted.filter((_, at) => lacking.has(patterns[at] ?? /$/u))
    const meant = finders.filter(({ terms }) => terms.some((term) => missing.includes(term)))
    if (meant.length === 0) return withoutWords(missing)
    const text = `${title} ${selftext.slice(0, otherWords.characters)}`.replaceAll(addresses, ' ')
    const most = Math.ceil(otherWords.most / meant.length)
    const listFound = (kind: 'whole' | 'parts') => meant.flatMap((one) => one[kind](text).slice(0, most))
    const distinct = (words: readonly string[]) => [
      ...new Map(words.map((one) => [one.toLowerCase(), one])).values(),
    ]
    const whole = distinct(listFound('whole'))
    const found = whole.length < otherWords.least ? distinct([...whole, ...listFound('parts')]) : whole
    if (found.length < otherWords.least) return withoutWords(missing)
    const holdsSome = missing.length < wanted.length
    return { ...(holdsSome ? withoutWords(missing) : {}), otherWords: found.slice(0, otherWords.most) }
  }
}
