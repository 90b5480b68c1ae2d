import { limits } from '#contract/limits.ts'
import {
  type SavedResultsReply,
  type SearchReply,
  savedResultsEndpoint,
  searchEndpoint,
} from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'

/** The answer of a search, whether it was just made or is read again. */
export type SearchOutcome = SavedResultsReply & Pick<SearchReply, 'free'>

/** Searches for a keyword; takes one of the searches of the day. */
export async function postSearch(keyword: string): Promise<SearchOutcome> {
  const { count: _, ...reply } = await callEndpoint(searchEndpoint, { body: { keyword } })
  return { ...reply, keyword }
}

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
