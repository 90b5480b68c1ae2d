import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { ReadTerm } from './archive-query-rules.ts'
import { meantWord, relatedWords, replaceWord, sharedTitleWords } from './suggestion-rules.ts'
import type { SuggestionsStore } from './suggestions-store.ts'

type Warn = (message: string, cause: unknown) => void

/** The keyword that somebody may have meant; null where no word of it looks misspelt. */
export type SuggestSpelling = (keyword: string, terms: readonly ReadTerm[]) => Promise<string | null>

/** A word of so small a share of all posts may be misspelt. */
const mostShare = 1 / 3000

/** Words somebody may have mistyped: single, of letters, and next to unknown in the archive. */
function doubtfulWords(terms: readonly ReadTerm[]): string[] {
  return terms
    .filter(({ excluded, share }) => !excluded && share <= mostShare)
    .map(({ written }) => written.toLowerCase())
    .filter((written) => /^\p{L}{4,30}$/u.test(written))
}

/** Finds the archive's word for a misspelt one. A search is as good without: what fails is logged and left out. */
export function makeSuggestSpelling(
  store: Pick<SuggestionsStore, 'listNearby'>,
  warn: Warn,
): SuggestSpelling {
  return async (keyword, terms) => {
    let meant = keyword
    try {
      for (const word of doubtfulWords(terms)) {
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

/** Words that the titles of what was found share and others have seldom. What fails is logged and left out. */
export function makeSuggestRelated(store: Pick<SuggestionsStore, 'listCounted'>, warn: Warn) {
  return async ({ terms, titles }: Found): Promise<string[]> => {
    const shared = sharedTitleWords(titles)
    if (shared.size === 0) return []
    const wanted = terms.flatMap(({ excluded, words, spellings = [] }) =>
      excluded ? [] : [words, ...spellings],
    )
    try {
      const { words, all, asked } = await store.listCounted([...shared.keys()], wanted)
      const counted = words.map((one) => ({ ...one, here: shared.get(one.word) ?? 0 }))
      return relatedWords(counted, { titles: titles.length, all, asked })
    } catch (error) {
      warn('No related keywords could be found', error)
      return []
    }
  }
}
