import { countOpportunities, foundWords, type SearchOutcome } from '#web/features/results/search-outcome.ts'
import { showToast } from '#web/ui/toast.tsx'

/** Says how many opportunities were found; nothing where there is none. */
export function reportFound(outcome: SearchOutcome): void {
  if (countOpportunities(outcome) === 0) return
  showToast({ title: 'Opportunities discovered', description: foundWords(outcome) })
}
