import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Trash2, UserRoundX } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  adminUserIdsEndpoint,
  type DeletionFailure,
  type ListedUser,
  userPageEndpoint,
} from '#contract/admin-users.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { adminKey, callAdmin, refreshIntervals, useAdminQuery } from './admin-call.ts'
import { QueryFailure } from './admin-section.tsx'
import { type BulkDeleteReply, DeletionFailures } from './bulk-delete-dialog.tsx'
import { formatCount, formatCounted } from './format-figure.ts'
import { useSelection } from './use-selection.tsx'
import { type UserDialog, UserDialogs } from './user-dialogs.tsx'
import { UsersTable } from './users-table.tsx'
import { UsersToolbar, type UserView, useUserView } from './users-toolbar.tsx'

export function UsersTab() {
  const { view, change } = useUserView()
  const users = useUserPage(view, change)
  const { ready, shown } = useShownUsers(users.data?.users)
  const selection = useSelection(shown ?? [])
  const [dialog, setDialog] = useState<UserDialog | null>(null)
  const [failures, setFailures] = useState<readonly DeletionFailure[]>([])
  const askToDelete = () => {
    if (selection.selected.length > 0) return setDialog({ kind: 'delete', users: selection.selected })
    showToast({
      title: 'No Users Selected',
      description: 'Please select users to delete.',
      tone: 'destructive',
    })
  }
  const onDeleted = ({ errors }: BulkDeleteReply) => setFailures(errors)
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
              <Trash2 className="size-4" />
              Delete Selected
            </Button>
          </div>
        )}
      </div>
      <DeletionFailures failures={failures} onClose={() => setFailures([])} />
      {users.isError && !users.data ? (
        <QueryFailure query={users} what="The users" />
      ) : users.data?.users.length === 0 ? (
        <NoUsers total={users.data.total} onClear={() => change({ filter: 'all', search: '' })} />
      ) : (
        <UsersTable users={shown} ready={ready} selection={selection} onDialog={setDialog} />
      )}
      {users.data ? (
        <UsersPager
          page={view.page}
          pageSize={view.size}
          matching={users.data.matching}
          onPage={(page) => change({ page })}
        />
      ) : null}
      <UserDialogs
        dialog={dialog}
        onClose={() => setDialog(null)}
        untick={selection.untick}
        onDeleted={onDeleted}
      />
    </section>
  )
}

/** A page of users; the previous page stays visible while the next one loads. */
function useUserPage(view: UserView, change: (part: Partial<UserView>) => void) {
  const { page, size, ...selection } = view
  const query = { ...selection, page: String(page), pageSize: String(size) }
  const users = useAdminQuery(userPageEndpoint, { query, refreshMs: refreshIntervals.usersMs })
  // A deletion may remove the shown page; then the last remaining page is shown.
  const matching = users.isPlaceholderData ? undefined : users.data?.matching
  const lastPage = matching === undefined ? undefined : Math.max(1, Math.ceil(matching / view.size))
  useEffect(() => {
    if (lastPage !== undefined && view.page > lastPage) change({ page: lastPage })
  })
  return users
}

/** The users of a page, with a flag for protected ones. Not ready until the operator accounts are known. */
function useShownUsers(users: readonly ListedUser[] | undefined) {
  const ids = useQuery({
    queryKey: adminKey(adminUserIdsEndpoint),
    staleTime: refreshIntervals.usersMs,
    queryFn: () => callAdmin(adminUserIdsEndpoint),
  })
  const shown = users?.map((user) => ({
    ...user,
    protected: user.isAdmin || (ids.data?.includes(user.id) ?? false),
  }))
  // If the request for the ids fails, `isAdmin` of each listed user still protects the operators.
  return { shown, ready: ids.data !== undefined || ids.isError }
}

function NoUsers({ total, onClear }: { total: number; onClear: () => void }) {
  const nobody = total === 0
  return (
    <StatePanel
      icon={<UserRoundX />}
      title={nobody ? 'No users found' : 'No users match the current filter'}
      actions={nobody ? null : <Button onClick={onClear}>Clear Filter</Button>}
    >
      <p>{nobody ? 'Nobody has created an account yet.' : 'Try another filter or other search words.'}</p>
    </StatePanel>
  )
}

type UsersPagerProps = {
  page: number
  pageSize: number
  matching: number
  onPage: (page: number) => void
}

/** Pagination; hidden if one page is enough. */
function UsersPager({ page, pageSize, matching, onPage }: UsersPagerProps) {
  const pages = Math.ceil(matching / pageSize)
  if (pages <= 1) return null
  const first = (page - 1) * pageSize + 1
  const last = Math.min(page * pageSize, matching)
  return (
    <nav aria-label="Pages of users" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-ink-soft tabular-nums">
        {formatCount(first)}-{formatCount(last)} of {formatCounted(matching, 'match', 'matches')}
      </p>
      <div className="flex items-center gap-2">
        <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft className="size-4" />
          Previous
        </Button>
        <span className="px-1 tabular-nums">
          Page {formatCount(page)} of {formatCount(pages)}
        </span>
        <Button disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight className="size-4" />
        </Button>
      </div>
    </nav>
  )
}
