import { limits } from '#contract/limits.ts'
import { type SavedResultsReply, type SearchReply, savedResultsEndpoint } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'

/** The answer of a search, whether it was just made or is read again. */
export type SearchOutcome = SavedResultsReply & Pick<SearchReply, 'free'>

/** Reads the results of an earlier search again; costs nothing. */
export async function fetchSavedResults(sessionToken: string): Promise<SearchOutcome> {
  return callEndpoint(savedResultsEndpoint, { params: { sessionToken } })
}

/** Posts without potential are no business opportunities. */
export function countOpportunities({ results }: SearchOutcome): number {
  return results.filter(({ opportunityScore }) => opportunityScore >= limits.potentialScore).length
}

export function foundWords(outcome: SearchOutcome): string {
  return `Found ${countOpportunities(outcome)} business opportunities for "${outcome.keyword}"`
}
