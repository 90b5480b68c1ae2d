import type { SavedResultsReply, SearchReply } from '#contract/search.ts'

/** The response of a search, new or reopened. */
export type SearchOutcome = SavedResultsReply & Pick<SearchReply, 'free'>

export function foundWords({ results, keyword }: Pick<SearchOutcome, 'results' | 'keyword'>): string {
  return `Found ${results.length} business opportunities for "${keyword}"`
}
