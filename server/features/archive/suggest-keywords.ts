import type { Suggestions } from '#contract/search.ts'
import { type ReadTerm, wantedTerms } from './archive-query-rules.ts'
import { meantWord, relatedWords, replaceWord, sharedTitleWords } from './suggestion-rules.ts'
import type { SuggestionsStore } from './suggestions-store.ts'

/** What was asked for and found, best first. */
type Answered = { keyword: string; terms: readonly ReadTerm[]; found: readonly number[] }

/** Null where there is nothing to suggest. */
export type SuggestKeywords = (answered: Answered) => Promise<Suggestions | null>

/** A word of so small a share of all posts may be misspelt. */
const mostShare = 1 / 3000

/** Words somebody may have mistyped: single, of letters, and next to unknown in the archive. */
function doubtfulWords(terms: readonly ReadTerm[]): string[] {
  return terms
    .filter(({ excluded, share }) => !excluded && share <= mostShare)
    .map(({ written }) => written.toLowerCase())
    .filter((written) => /^\p{L}{4,30}$/u.test(written))
}

async function suggest(
  store: SuggestionsStore,
  { keyword, terms, found }: Answered,
): Promise<Suggestions | null> {
  let meant = keyword
  for (const word of doubtfulWords(terms)) {
    const instead = meantWord(word, await store.listNearby(word))
    if (instead !== null) meant = replaceWord(meant, word, instead)
  }
  const titles = await store.listTitles(found)
  const shared = sharedTitleWords(titles)
  const { words: counted, all } = await store.listCounted([...shared.keys()])
  const words = counted.map((one) => ({ ...one, here: shared.get(one.word) ?? 0 }))
  const asked = wantedTerms(terms).flatMap(({ spellings }) => spellings.flat().map(({ lexeme }) => lexeme))
  const related = relatedWords(words, { titles: titles.length, all, asked })
  const didYouMean = meant === keyword ? null : meant
  return didYouMean === null && related.length === 0 ? null : { didYouMean, related }
}

/** Suggests keywords from the archive's own words. A search is as good without: what fails is logged and left out. */
export function makeSuggestKeywords(
  store: SuggestionsStore,
  warn: (message: string, cause: unknown) => void,
): SuggestKeywords {
  return (answered) =>
    suggest(store, answered).catch((error: unknown) => {
      warn('No keywords could be suggested', error)
      return null
    })
}
