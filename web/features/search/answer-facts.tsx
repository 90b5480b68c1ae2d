import { communitiesWords, freshnessWords, rescoreWords, verdictWords } from './answer-words.ts'
import { describeSearched } from './coverage-words.ts'
import type { SearchOutcome } from './search-outcome.ts'

/** What an answer is worth, where it is from, how fresh it is and what was searched for it. */
export function AnswerFacts({ outcome }: { outcome: SearchOutcome }) {
  const { results, coverage, scorerVersion } = outcome
  const searched = coverage.filter(({ source, failed }) => source === 'archive' && failed === null)
  return (
    <p className="text-sm text-pretty wrap-anywhere text-ink-soft tabular-nums">
      <strong className="font-medium text-ink">{verdictWords(results)}</strong> {communitiesWords(results)}{' '}
      <span suppressHydrationWarning>{freshnessWords(results, new Date())}</span>{' '}
      {searched.map(describeSearched).join(' ')} {rescoreWords(scorerVersion)}
    </p>
  )
}
