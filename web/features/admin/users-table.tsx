import { ScrollBox } from '#web/features/scoring/scroll-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from './spinner.tsx'
import type { Selection, ShownUser } from './use-selection.ts'
import { UserCheckbox } from './user-checkbox.tsx'
import type { UserDialog } from './user-dialogs.tsx'
import { UserRow } from './user-row.tsx'

const columns = ['User', 'Tier', 'Searches', 'Results', 'Joined', 'Last Search', 'Actions']

type UsersTableProps = {
  /** Undefined while they are read. */
  users: readonly ShownUser[] | undefined
  /** False until it is known which accounts are an operator's. */
  ready: boolean
  selection: Selection
  onDialog: (dialog: UserDialog) => void
}

export function UsersTable({ users, ready, selection, onDialog }: UsersTableProps) {
  const picked = new Set(selection.selected.map(({ id }) => id))
  return (
    <ScrollBox
      label="Users"
      className="overflow-x-auto rounded-card border border-line bg-surface shadow-lift"
    >
      <table className="w-full min-w-[60rem] border-collapse text-left text-sm tabular-nums">
        <caption className="sr-only">Users</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-10 py-3 pl-4">
              {ready && users ? (
                <UserCheckbox
                  label="Select all non-admin users"
                  tooltip="Select all non-admin users"
                  checked={selection.all}
                  partly={picked.size > 0 && !selection.all}
                  onToggle={selection.toggleAll}
                />
              ) : (
                <Spinner label="Loading" />
              )}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-3 py-3 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users?.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              ready={ready}
              selected={picked.has(user.id)}
              onToggle={() => selection.toggle(user)}
              onDialog={onDialog}
            />
          )) ?? <SkeletonRows rows={5} columns={columns.length + 1} />}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** Stands in a table body while its rows are read. */
export function SkeletonRows({ rows, columns }: { rows: number; columns: number }) {
  return Array.from({ length: rows }, (_, at) => `row ${at}`).map((row, at) => (
    <tr key={row} className="border-t border-line">
      <td colSpan={columns} className="px-4 py-3.5">
        {at === 0 ? (
          <span role="status" className="sr-only">
            Loading
          </span>
        ) : null}
        <Skeleton className="h-8 w-full" />
      </td>
    </tr>
  ))
}
