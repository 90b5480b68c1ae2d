import { History, RotateCcw, Unplug, WifiOff } from 'lucide-react'
import { UnreachableError } from '#web/api-client.ts'
import { failureMessage, isLimitError } from '#web/failure-messages.ts'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { expiredWords } from './use-search.ts'

type SearchFailureProps = { error: Error; onRetry: () => void }

function SearchAgain({ error, onRetry }: SearchFailureProps) {
  return (
    <RetryButton variant="primary" error={error} onRetry={onRetry}>
      <RotateCcw className="size-4" />
      Try again
    </RetryButton>
  )
}

/** A failed search: it did not count, and can be retried. */
export function SearchFailure({ error, onRetry }: SearchFailureProps) {
  const heading = useArrivalFocus('failed')
  const offline = error instanceof UnreachableError && !navigator.onLine
  const isLimit = isLimitError(error)
  return (
    <StatePanel
      tone={offline ? 'plain' : 'danger'}
      icon={offline ? <WifiOff /> : <Unplug />}
      title={offline ? 'You are offline' : isLimit ? 'No free search is left today' : 'The search failed'}
      headingRef={heading}
      actions={isLimit ? null : <SearchAgain error={error} onRetry={onRetry} />}
    >
      <p>{failureMessage(error, 'Something went wrong with your search')}</p>
      <p>A search that fails is not counted.</p>
    </StatePanel>
  )
}

export function LostResults({ error, onRetry }: SearchFailureProps) {
  const unreachable = error instanceof UnreachableError
  return (
    <StatePanel
      tone={unreachable ? 'danger' : 'plain'}
      icon={unreachable ? <Unplug /> : <History />}
      title="Couldn't load original results"
      actions={unreachable ? <SearchAgain error={error} onRetry={onRetry} /> : null}
    >
      <p>{failureMessage(error, expiredWords)}</p>
      {unreachable ? null : (
        <p>You can open the searches of an account only while you are signed in to it.</p>
      )}
    </StatePanel>
  )
}
