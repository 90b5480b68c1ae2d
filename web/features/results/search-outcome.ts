import { limits } from '#contract/limits.ts'
import type { SavedResultsReply, SearchReply } from '#contract/search.ts'
import { isOnTopic } from './visible-rows.ts'

/** The answer of a search, whether it was just made or is read again. */
export type SearchOutcome = SavedResultsReply & Pick<SearchReply, 'free'>

/** Posts without potential are no business opportunities, and what is likely off topic is none for this keyword. */
export function countOpportunities({ results }: SearchOutcome): number {
  return results.filter((one) => isOnTopic(one) && one.opportunityScore >= limits.potentialScore).length
}

export function foundWords(outcome: SearchOutcome): string {
  return `Found ${countOpportunities(outcome)} business opportunities for "${outcome.keyword}"`
}
