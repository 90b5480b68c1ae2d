import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { findSignWords } from '#contract/sign-words.ts'

type WrittenTerm = Pick<KeywordTerm, 'words' | 'phrase' | 'spellings'>

export const isInQuotes = ({ phrase, spellings }: WrittenTerm) => phrase && spellings === undefined

/** The words of a phrase in quotes whose signs do not tell them from others, each with its parts as the database divides it. */
function quotedWords(term: WrittenTerm): { word: string; parts: string[] }[] {
  if (!isInQuotes(term)) return []
  return term.words.split(' ').flatMap((word) => {
    const parts = word.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return parts.length === 0 || findSignWords(word).length > 0 ? [] : [{ word, parts }]
  })
}

/** What the database is to read as single words: the other spellings of each term, then the words in quotes. */
export const spellingsOf = (written: readonly WrittenTerm[]) => [
  ...written.flatMap(({ spellings = [] }) => spellings),
  ...written.flatMap(quotedWords).flatMap(({ parts }) => parts),
]

/** What became of `spellingsOf`: null of a stop word. */
type ReadWords = { spellings: readonly (string | null)[] }

/** The words in quotes of each term that are too common to look for. */
export function commonWords(written: readonly WrittenTerm[], { spellings }: ReadWords): string[][] {
  let at = written.reduce((sum, term) => sum + (term.spellings?.length ?? 0), 0)
  return written.map((term) =>
    quotedWords(term).flatMap(({ word, parts }) => {
      const lexemes = spellings.slice(at, at + parts.length)
      at += parts.length
      return lexemes.length > 0 && lexemes.every((lexeme) => lexeme === null) ? [word] : []
    }),
  )
}
