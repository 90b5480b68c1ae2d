import CircleAlert from 'lucide-react/icons/circle-alert'
import { failureMessage } from '#web/failure-messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

type ReadFailureProps = { error: unknown; what: string; onRetry: () => void }

/** Stands where something could not be read, such as "The users". */
export function ReadFailure({ error, what, onRetry }: ReadFailureProps) {
  return (
    <Callout tone="danger" icon={<CircleAlert />}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="alert">{failureMessage(error, `${what} could not be read. Please try again.`)}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </Callout>
  )
}
