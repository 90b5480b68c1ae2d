import { cutText } from '#contract/cut-text.ts'
import { isIn, type KeywordFinder } from '#contract/is-in.ts'
import { type KeywordTerm, shownTerms, wordFinder } from '#contract/keyword-terms.ts'
import type { SearchResult } from '#contract/search.ts'
import type { ArchivedPost } from '#server/source-ports.ts'

/** How many words of the sense explain a result, and how much of its text is searched for these words. */
const otherWords = { most: 3, least: 2, characters: 4000 }

const isAddress = /.:\/\/./su
const withoutAddresses = (text: string) =>
  text.includes('://') ? text.replaceAll(/\S+/gu, (run) => (isAddress.test(run) ? ' ' : run)) : text

/** The senses of these terms, each with typical words in order, the most specific word first. */
export type SensesOf = (
  terms: readonly KeywordTerm[],
) => readonly { terms: readonly KeywordTerm[]; words: readonly string[] }[]

type Why = Pick<SearchResult, 'otherWords' | 'missingWords'>

const withoutWords = (missing: readonly KeywordTerm[]): Why =>
  missing.length === 0 ? {} : { missingWords: missing.map(({ words }) => words) }

/**
 * Explains a related result by the words of the keyword that it lacks, and by words of the sense that it
 * contains. A result without any word of the keyword is explained only by words of the sense, if it has
 * enough.
 */
export function explainRelated(
  terms: readonly KeywordTerm[],
  finders: readonly KeywordFinder[],
  senses: ReturnType<SensesOf>,
) {
  const wanted = shownTerms(terms)
  const isOwn = (word: string) => finders.some((finder) => isIn(finder, word))
  const ofSenses = senses.map(({ terms, words }) => ({
    terms,
    find: wordFinder(words.filter((word) => !isOwn(word))),
  }))
  return ({ title }: ArchivedPost, selftext: string, unseen: readonly KeywordFinder[]): Why => {
    const lacking = new Set(unseen.filter((finder) => !isIn(finder, selftext) && !isIn(finder, title)))
    const missing = finders.flatMap((finder, at) => (lacking.has(finder) ? wanted.slice(at, at + 1) : []))
    const meant = ofSenses.filter(({ terms }) => terms.some((term) => missing.includes(term)))
    if (meant.length === 0) return withoutWords(missing)
    const text = withoutAddresses(`${title} ${cutText(selftext, otherWords.characters)}`)
    const each = meant.flatMap(({ find }) => find(text).slice(0, Math.ceil(otherWords.most / meant.length)))
    const found = [...new Map(each.map((word) => [word.toLowerCase(), word])).values()]
    if (found.length < otherWords.least) return withoutWords(missing)
    const holdsSome = missing.length < wanted.length
    return { ...(holdsSome ? withoutWords(missing) : {}), otherWords: found.slice(0, otherWords.most) }
  }
}
