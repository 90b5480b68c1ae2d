import { Unplug } from 'lucide-react'
import { RetryButton } from '#web/features/site/retry-button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

/** Shown if the request for the current user failed. */
export function SignInUnavailable() {
  const { unreachable } = useCurrentUser()
  if (unreachable === null) return null
  const { error, asking, askAgain } = unreachable
  return (
    <Callout tone="danger" icon={<Unplug />} className="mt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="alert">Sign-in is unavailable right now, so you see this page as a visitor.</p>
        <RetryButton error={error} aria-disabled={asking} onRetry={askAgain} />
      </div>
    </Callout>
  )
}
