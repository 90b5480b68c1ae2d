import Trash2 from 'lucide-react/icons/trash-2'
import { useEffect, useState } from 'react'
import type { DeletionFailure } from '#contract/admin-users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { BulkDeleteReply } from './bulk-delete-dialog.tsx'
import { DeletionFailures } from './deletion-failures.tsx'
import { formatCount } from './format-figure.ts'
import { NoUsers } from './no-users.tsx'
import { ReadFailure } from './read-failure.tsx'
import { useSelection } from './use-selection.ts'
import { useAdminIds, useUserPage } from './use-user-page.ts'
import { useUserView } from './use-user-view.ts'
import { type UserDialog, UserDialogs } from './user-dialogs.tsx'
import { UsersPager } from './users-pager.tsx'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar } from './users-toolbar.tsx'

/** Every account, found, ordered, helped and deleted. */
export function UsersTab() {
  const { view, change } = useUserView()
  const users = useUserPage(view)
  const adminIds = useAdminIds()
  const shown = users.data?.users.map((user) => ({
    ...user,
    protected: user.isAdmin || (adminIds?.has(user.id) ?? false),
  }))
  const selection = useSelection(shown ?? [])
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [failures, setFailures] = useState<readonly DeletionFailure[]>([])

  // A page may be gone after a deletion: the last one that is left takes its place.
  const matching = users.isPlaceholderData ? undefined : users.data?.matching
  const lastPage = matching === undefined ? undefined : Math.max(1, Math.ceil(matching / view.pageSize))
  useEffect(() => {
    if (lastPage !== undefined && view.page > lastPage) change({ page: lastPage })
  })

  const askToDelete = () => {
    if (selection.selected.length > 0) return setDialog({ kind: 'delete', users: selection.selected })
    showToast({
      title: 'No Users Selected',
      description: 'Please select users to delete.',
      tone: 'destructive',
    })
  }
  const onDeleted = ({ errors }: BulkDeleteReply) => {
    selection.clear()
    setFailures(errors)
  }
  return (
    <section aria-labelledby="user-management" className="flex flex-col gap-5 xl:-mx-24">
      <UsersToolbar view={view} onChange={change} />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-ink-soft tabular-nums">
          {users.data
            ? `Showing ${formatCount(users.data.users.length)} of ${formatCount(users.data.total)} users`
            : ''}
        </p>
        {selection.selected.length === 0 ? null : (
          <div className="flex items-center gap-3">
            <Badge className="text-sm">{formatCount(selection.selected.length)} selected</Badge>
            <Button variant="danger" onClick={askToDelete}>
              <Trash2 aria-hidden="true" className="size-4" />
              Delete Selected
            </Button>
          </div>
        )}
      </div>
      <DeletionFailures failures={failures} onClose={() => setFailures([])} />
      {users.isError && !users.data ? (
        <ReadFailure error={users.error} what="The users" onRetry={() => void users.refetch()} />
      ) : users.data?.users.length === 0 ? (
        <NoUsers total={users.data.total} onClear={() => change({ filter: 'all', search: '' })} />
      ) : (
        <UsersTable users={shown} ready={adminIds !== undefined} selection={selection} onDialog={setDialog} />
      )}
      {users.data ? (
        <UsersPager
          page={view.page}
          pageSize={view.pageSize}
          matching={users.data.matching}
          onPage={(page) => change({ page })}
        />
      ) : null}
      <UserDialogs dialog={dialog} onClose={() => setDialog(null)} onDeleted={onDeleted} />
    </section>
  )
}
