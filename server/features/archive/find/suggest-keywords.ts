import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { untagged } from '#server/matching/archive-query-rules.ts'
import type { Thesaurus } from '#server/matching/keyword-rules.ts'
import {
  isWellKnown,
  meantWord,
  nearbyMarketWords,
  relatedWords,
  replaceWord,
  sharedTitleWords,
} from './suggestion-rules.ts'
import type { SuggestionsStore } from './suggestions-store.ts'

type Warn = (message: string, cause: unknown) => void

/**
 * Suggests the keyword with likely typos replaced by words of the archive, or null. Words in `others` are
 * only corrected if a word in `few` is corrected, too. A misspelt word such as `managment` finds management
 * by its stem, but must not stay in a suggestion.
 */
export type SuggestSpelling = (
  keyword: string,
  doubtful: { few: readonly string[]; others: readonly string[] },
) => Promise<string | null>

type SpellingStore = Pick<SuggestionsStore, 'listNearby' | 'listWritten'>
type Dictionary = { store: SpellingStore; marketWords: readonly string[] }

type Mistyped = { words: readonly string[]; stems: 'other' | 'any' }

async function putRight(
  { store, marketWords }: Dictionary,
  keyword: string,
  { words, stems }: Mistyped,
): Promise<string> {
  if (words.length === 0) return keyword
  const written = await store.listWritten(words)
  const known = new Set(written.filter(isWellKnown).map(({ word }) => word))
  let meant = keyword
  for (const word of words.filter((one) => !known.has(one))) {
    const nearby = await store.listNearby(word, stems)
    const instead = meantWord(word, [...nearby, ...nearbyMarketWords(word, marketWords)])
    if (instead !== null) meant = replaceWord(meant, word, instead)
  }
  return meant
}

/**
 * Finds the word of the archive that a misspelt word means. Suggestions are optional, so failures are logged
 * and ignored.
 */
export function makeSuggestSpelling(dictionary: Dictionary, warn: Warn): SuggestSpelling {
  return async (keyword, { few, others }) => {
    try {
      const meant = await putRight(dictionary, keyword, { words: few, stems: 'other' })
      return meant === keyword ? null : await putRight(dictionary, meant, { words: others, stems: 'any' })
    } catch (error) {
      warn('No spelling could be suggested', error)
      return null
    }
  }
}

type Found = { terms: readonly KeywordTerm[]; titles: readonly string[] }

/** Those words of the keyword's senses that have a line of their own in the thesaurus. */
function meantKeywords(thesaurus: Thesaurus, terms: readonly KeywordTerm[]): string[] {
  const words = new Set(thesaurus(terms).flatMap((sense) => sense.words))
  return [...words].filter((one) => thesaurus([{ words: one, phrase: false, excluded: false }]).length > 0)
}

/**
 * Words that are frequent in the found titles and rare elsewhere, or words of the keyword's sense. If the
 * words cannot be read, returns null and logs a line.
 */
export function makeSuggestRelated(
  store: Pick<SuggestionsStore, 'listCounted'>,
  { thesaurus, warn }: { thesaurus: Thesaurus; warn: Warn },
) {
  return async ({ terms, titles }: Found): Promise<string[] | null> => {
    const shared = sharedTitleWords(titles)
    const meant = meantKeywords(thesaurus, terms)
    const candidates = [...new Set([...shared.keys(), ...meant])]
    if (candidates.length === 0) return []
    const wanted = terms.flatMap(({ excluded, words, spellings = [] }) =>
      excluded ? [] : [untagged(words), ...spellings],
    )
    try {
      const { words, all, keywordStems } = await store.listCounted(candidates, wanted)
      const counted = words.map((one) => ({ ...one, here: shared.get(one.word) ?? 0 }))
      return relatedWords(counted, { titles: titles.length, all, keywordStems, meant })
    } catch (error) {
      warn('No related keywords could be found', error)
      return null
    }
  }
}
