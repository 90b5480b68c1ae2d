import { buildPattern } from '#contract/build-pattern.ts'
import { keywordPatterns } from '#contract/keyword-terms.ts'
import { parseKeyword } from '#contract/parse-keyword.ts'

/** Finds the words of a keyword in their most common forms, as the search does. Null without words. */
export function keywordPattern(keyword: string): RegExp | null {
  const patterns = keywordPatterns(parseKeyword(keyword).terms).map(({ source }) => source)
  return patterns.length === 0 ? null : buildPattern(`(${patterns.join('|')})`, 'giu')
}

const withoutGroup = ({ source }: RegExp) => source.slice(1, -1)

/** Matches either of two keyword patterns. */
export const eitherKeyword = (one: RegExp, other: RegExp): RegExp =>
  buildPattern(`(${withoutGroup(one)}|${withoutGroup(other)})`, 'giu')
