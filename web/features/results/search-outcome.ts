import type { SavedResultsReply, SearchReply } from '#contract/search.ts'

/** The answer of a search, whether it was just made or is read again. */
export type SearchOutcome = SavedResultsReply & Pick<SearchReply, 'free'>

export function foundWords({ results, keyword }: Pick<SearchOutcome, 'results' | 'keyword'>): string {
  return `Found ${results.length} business opportunities for "${keyword}"`
}
