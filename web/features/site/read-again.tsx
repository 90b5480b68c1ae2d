import type { UseQueryResult } from '@tanstack/react-query'
import { failureMessage } from '#web/failure-messages.ts'
import { RetryButton } from './retry-button.tsx'

type ReadAgainProps = { query: Pick<UseQueryResult, 'error' | 'refetch'>; words: string }

/**
 * A line with a retry button, in place of data that could not be loaded. `words` is shown if the server sent
 * no message.
 */
export function ReadAgain({ query, words }: ReadAgainProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p role="alert">{failureMessage(query.error, words)}</p>
      <RetryButton error={query.error} onRetry={query.refetch} />
    </div>
  )
}
