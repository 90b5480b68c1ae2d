import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import {
  communitiesWords,
  freshnessWords,
  rescoreWords,
  searchedWords,
  verdictWords,
} from './answer-words.ts'

/** What an answer is worth, where it is from, how fresh it is and what was searched for it. */
export function AnswerFacts({ outcome }: { outcome: SearchOutcome }) {
  const { results, coverage, scorerVersion } = outcome
  return (
    <p className="text-sm text-pretty wrap-anywhere text-ink-soft tabular-nums">
      <strong className="font-medium text-ink">{verdictWords(results)}</strong> {communitiesWords(results)}{' '}
      <span suppressHydrationWarning>{freshnessWords(results, new Date())}</span> {searchedWords(coverage)}{' '}
      {rescoreWords(scorerVersion)}
    </p>
  )
}
