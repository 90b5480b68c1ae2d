import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import {
  communitiesMessage,
  freshnessMessage,
  rescoreMessage,
  searchedMessage,
  verdictMessage,
} from './answer-messages.ts'

/** What an answer is worth, where it is from, how fresh it is and what was searched for it. */
export function AnswerFacts({ outcome }: { outcome: SearchOutcome }) {
  const { results, coverage, scorerVersion } = outcome
  return (
    <p className="text-sm text-pretty wrap-anywhere text-ink-soft tabular-nums">
      <strong className="font-medium text-ink">{verdictMessage(results)}</strong>{' '}
      {communitiesMessage(results)}{' '}
      <span suppressHydrationWarning>{freshnessMessage(results, new Date())}</span>{' '}
      {searchedMessage(coverage)} {rescoreMessage(scorerVersion)}
    </p>
  )
}
