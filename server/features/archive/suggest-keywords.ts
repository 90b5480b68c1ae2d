import type { KeywordTerm } from '#contract/keyword-terms.ts'
import { untagged } from './archive-query-rules.ts'
import { meantWord, relatedWords, replaceWord, sharedTitleWords } from './suggestion-rules.ts'
import type { SuggestionsStore } from './suggestions-store.ts'

type Warn = (message: string, cause: unknown) => void

/** The keyword with the archive's words in place of doubtful ones; null where it has none for them. */
export type SuggestSpelling = (keyword: string, doubtful: readonly string[]) => Promise<string | null>

/** Finds the archive's word for a misspelt one. A search is as good without: what fails is logged and left out. */
export function makeSuggestSpelling(
  store: Pick<SuggestionsStore, 'listNearby'>,
  warn: Warn,
): SuggestSpelling {
  return async (keyword, doubtful) => {
    let meant = keyword
    try {
      for (const word of doubtful) {
        const instead = meantWord(word, await store.listNearby(word))
        if (instead !== null) meant = replaceWord(meant, word, instead)
      }
    } catch (error) {
      warn('No spelling could be suggested', error)
    }
    return meant === keyword ? null : meant
  }
}

type Found = { terms: readonly KeywordTerm[]; titles: readonly string[] }

/** Words that the titles of what was found share and others have seldom; null, and logged, where they cannot be read. */
export function makeSuggestRelated(store: Pick<SuggestionsStore, 'listCounted'>, warn: Warn) {
  return async ({ terms, titles }: Found): Promise<string[] | null> => {
    const shared = sharedTitleWords(titles)
    if (shared.size === 0) return []
    const wanted = terms.flatMap(({ excluded, words, spellings = [] }) =>
      excluded ? [] : [untagged(words), ...spellings],
    )
    try {
      const { words, all, keywordStems } = await store.listCounted([...shared.keys()], wanted)
      const counted = words.map((one) => ({ ...one, here: shared.get(one.word) ?? 0 }))
      return relatedWords(counted, { titles: titles.length, all, keywordStems })
    } catch (error) {
      warn('No related keywords could be found', error)
      return null
    }
  }
}
