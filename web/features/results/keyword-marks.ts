import { createContext } from 'react'
import { keywordPatterns, parseKeyword } from '#contract/keyword-terms.ts'

/** What finds the keyword in the texts of an answer; null where there is none to find. */
export const KeywordContext = createContext<RegExp | null>(null)

/** Finds the words of a keyword as the search does, in any of their commonest forms; null where it has none. */
export function keywordPattern(keyword: string): RegExp | null {
  const patterns = keywordPatterns(parseKeyword(keyword).terms)
  return patterns.length === 0 ? null : new RegExp(patterns.map(({ source }) => source).join('|'), 'giu')
}

/** A piece of a text; `found` where it is the keyword, or one of its words. */
export type KeywordPiece = { text: string; found: boolean }

export function splitKeyword(text: string, pattern: RegExp | null): KeywordPiece[] {
  if (pattern === null) return [{ text, found: false }]
  const pieces: KeywordPiece[] = []
  let at = 0
  for (const { index, 0: words } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), found: false })
    pieces.push({ text: words, found: true })
    at = index + words.length
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), found: false })
  return pieces
}
