import { CircleAlert, X } from 'lucide-react'
import type * as z from 'zod/mini'
import { type DeletionFailure, deleteUsersEndpoint } from '#contract/admin-users.ts'
import { currentUserKey } from '#web/current-user-cache.ts'
import { ConfirmDialog } from '#web/features/accounts/form-dialog.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { callAdmin, operatorKey } from './admin-call.ts'
import { formatCount, formatCounted } from './format-figure.ts'
import type { ShownUser } from './use-selection.tsx'

export type BulkDeleteReply = z.output<typeof deleteUsersEndpoint.output>

const mostNamed = 5

function outcomeWords({ summary }: BulkDeleteReply): string {
  const deleted = `${formatCounted(summary.successfullyDeleted, 'user', 'users')} deleted.`
  return summary.failed === 0 ? deleted : `${deleted} ${formatCount(summary.failed)} failed.`
}

type BulkDeleteDialogProps = {
  users: readonly ShownUser[]
  open: boolean
  onClose: () => void
  untick: (ids: readonly string[]) => void
  onDeleted: (reply: BulkDeleteReply) => void
}

export function BulkDeleteDialog({ users, open, onClose, untick, onDeleted }: BulkDeleteDialogProps) {
  const userIds = users.map(({ id }) => id)
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Confirm Bulk Delete"
      description={<BulkDeleteWords users={users} />}
      run={() => callAdmin(deleteUsersEndpoint, { userIds })}
      // Deselects the users that are being deleted. Users selected meanwhile stay selected.
      onLetGo={() => untick(userIds)}
      onDone={(reply) => {
        untick(userIds)
        onDeleted(reply)
      }}
      invalidates={[operatorKey, currentUserKey]}
      toast={(reply) => ({ title: 'Bulk Delete Completed', description: outcomeWords(reply) })}
      failed={{ title: 'Bulk Delete Failed', words: 'Failed to delete users. Please try again.' }}
      submit={`Delete ${formatCounted(users.length, 'user', 'users')}`}
      pendingLabel="Deleting..."
    />
  )
}

function BulkDeleteWords({ users }: { users: readonly ShownUser[] }) {
  const more = users.length - mostNamed
  return (
    <>
      <p>
        You are about to delete <strong>{formatCounted(users.length, 'user', 'users')}</strong>:{' '}
        {users.slice(0, mostNamed).map(({ id, email }, at) => (
          <span key={id}>
            {at === 0 ? '' : ', '}
            <bdi className="font-medium text-ink">{email ?? 'No email'}</bdi>
          </span>
        ))}
        {more > 0 ? ` and ${formatCount(more)} more` : ''}. This is permanent and cannot be undone. For each
        of them we delete:
      </p>
      <ul className="mt-2 list-disc pl-5 marker:text-danger">
        <li>accounts and profiles</li>
        <li>search history and results</li>
        <li>subscription information; a paid plan is ended first</li>
        <li>all related data</li>
      </ul>
    </>
  )
}

type DeletionFailuresProps = { failures: readonly DeletionFailure[]; onClose: () => void }

/** The users that were not deleted, and why; shown until the operator closes it. */
export function DeletionFailures({ failures, onClose }: DeletionFailuresProps) {
  if (failures.length === 0) return null
  return (
    <Callout tone="danger" icon={<CircleAlert />}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-semibold">
            {formatCounted(failures.length, 'user was', 'users were')} not deleted; their data is unchanged:
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
          <X className="size-4" />
        </button>
      </div>
    </Callout>
  )
}
