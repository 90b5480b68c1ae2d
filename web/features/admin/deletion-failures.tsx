import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import type { DeletionFailure } from '#contract/admin-users.ts'
import { Callout } from '#web/ui/callout.tsx'
import { formatCounted } from './format-figure.ts'

type DeletionFailuresProps = { failures: readonly DeletionFailure[]; onClose: () => void }

/** Who was not deleted, and why; stays until the operator has read it. */
export function DeletionFailures({ failures, onClose }: DeletionFailuresProps) {
  if (failures.length === 0) return null
  return (
    <Callout tone="danger" icon={<CircleAlert />}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {formatCounted(failures.length, 'user was', 'users were')} not deleted and kept whole:
          </p>
          <ul className="mt-1 max-h-48 list-disc overflow-y-auto pl-5">
            {failures.map(({ userId, email, reason }) => (
              <li key={userId} className="wrap-anywhere">
                <bdi className="font-medium">{email ?? userId}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </div>
        <button
          type="button"
          aria-label="Close the list of failures"
          onClick={onClose}
          className="-m-1 grid size-8 shrink-0 place-items-center rounded-control hover:bg-surface"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
    </Callout>
  )
}
