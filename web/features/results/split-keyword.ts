import { type KeywordFinder, matchesIn } from '#contract/is-in.ts'
import { keywordFinders } from '#contract/keyword-terms.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'

type Finders = readonly KeywordFinder[]

/** Finders for the words of a keyword in all forms that the search finds. Empty without words. */
export const findersOfKeyword = (keyword: string): Finders => keywordFinders(parseKeyword(keyword).terms)

/** A text split by finders: every second piece is a match. Of matches that overlap, the first counts. */
export function splitKeyword(text: string, finders: Finders): string[] {
  const places = finders
    .flatMap((finder) => matchesIn(finder, text, Number.POSITIVE_INFINITY))
    .sort((a, b) => a.index - b.index || b.length - a.length)
  const pieces: string[] = []
  let from = 0
  for (const { index, length } of places) {
    if (index < from) continue
    pieces.push(text.slice(from, index), text.slice(index, index + length))
    from = index + length
  }
  return [...pieces, text.slice(from)]
}

/** The offset of the first match; -1 if there is none. */
export function firstMatch(text: string, finders: Finders): number {
  const firsts = finders.flatMap((finder) => matchesIn(finder, text, 1))
  return firsts.reduce((first, { index }) => (first === -1 || index < first ? index : first), -1)
}
