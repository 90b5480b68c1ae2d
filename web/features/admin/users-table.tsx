import ShieldCheck from 'lucide-react/icons/shield-check'
import { useId } from 'react'
import type { SubscriptionTier } from '#contract/accounts.ts'
import { ScrollTable } from '#web/features/scoring/scroll-box.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { formatCount } from './format-figure.ts'
import { type Selection, type ShownUser, UserCheckbox } from './use-selection.tsx'
import { planChanges, type UserDialog } from './user-dialogs.tsx'

const columns = ['User', 'Tier', 'Searches', 'Results', 'Watches', 'Joined', 'Last Search', 'Actions']

type UsersTableProps = {
  /** Undefined while the users load. */
  users: readonly ShownUser[] | undefined
  /** False until the operator accounts are known. */
  ready: boolean
  selection: Selection
  onDialog: (dialog: UserDialog) => void
}

export function UsersTable({ users, ready, selection, onDialog }: UsersTableProps) {
  const picked = new Set(selection.selected.map(({ id }) => id))
  return (
    <ScrollTable caption="Users" className="min-w-[60rem]">
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
    </ScrollTable>
  )
}

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

type UserRowProps = {
  user: ShownUser
  selected: boolean
  ready: boolean
  onToggle: () => void
  onDialog: (dialog: UserDialog) => void
}

const momentOrNever = (instant: string | null) => (instant === null ? 'Never' : formatMoment(instant))

function UserRow({ user, selected, ready, onToggle, onDialog }: UserRowProps) {
  const email = user.email ?? 'No email'
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <tr className="border-t border-line align-middle has-checked:bg-accent-soft/50">
      <td className="py-3 pl-4">
        {ready ? (
          <UserCheckbox
            label={`Select ${email}`}
            checked={selected}
            refused={user.protected}
            {...(user.protected ? { tooltip: 'Admin accounts cannot be selected or deleted' } : {})}
            onToggle={onToggle}
          />
        ) : (
          <Spinner label="Loading" />
        )}
      </td>
      <th scope="row" className="min-w-44 px-3 py-3 text-left font-normal">
        <bdi className="block font-medium wrap-anywhere">{email}</bdi>
        {name === '' ? null : <bdi className="block wrap-anywhere text-ink-soft">{name}</bdi>}
      </th>
      <td className="px-3 py-3">
        <TierBadge tier={user.protected ? 'admin' : user.subscriptionTier} />
        {user.granted ? (
          <span className="mt-1 block text-xs whitespace-nowrap text-ink-soft">granted</span>
        ) : null}
      </td>
      <td className="px-3 py-3 whitespace-nowrap">
        <span className="block font-medium">{formatCount(user.totalSearches)}</span>
        <span className="block text-xs text-ink-soft">{formatCount(user.searchesThisMonth)} this month</span>
      </td>
      <td className="px-3 py-3">{formatCount(user.totalResults)}</td>
      <td className="px-3 py-3 whitespace-nowrap">
        <span className="block font-medium">{formatCount(user.watches)}</span>
        {user.mostWatches === null ? null : (
          <span className="block text-xs text-ink-soft">of {formatCount(user.mostWatches)} allowed</span>
        )}
      </td>
      <td className="min-w-28 px-3 py-3 text-balance text-ink-soft">{formatMoment(user.createdAt)}</td>
      <td className="min-w-28 px-3 py-3 text-balance text-ink-soft">{momentOrNever(user.lastSearchAt)}</td>
      <td className="py-3 pr-4 pl-3">
        {!ready ? null : user.protected ? (
          <Badge variant="notice" className="whitespace-nowrap">
            <ShieldCheck className="size-3.5" />
            Protected Admin Account
          </Badge>
        ) : (
          <RowActions user={user} email={email} onDialog={onDialog} />
        )}
      </td>
    </tr>
  )
}

type RowActionsProps = Pick<UserRowProps, 'user' | 'onDialog'> & { email: string }

function RowActions({ user, email, onDialog }: RowActionsProps) {
  const kind = user.subscriptionTier === 'pro' ? 'demote' : 'promote'
  const noteId = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        className="px-2.5! text-xs!"
        disabled={user.paying && kind === 'demote'}
        aria-describedby={user.paying ? noteId : undefined}
        onClick={() => onDialog({ kind, user })}
      >
        {planChanges[kind].asked.submit}
        <span className="sr-only">: {email}</span>
      </Button>
      <Button className="px-2.5! text-xs!" onClick={() => onDialog({ kind: 'reset', user })}>
        Reset Password
        <span className="sr-only">: {email}</span>
      </Button>
      <Button className="px-2.5! text-xs!" onClick={() => onDialog({ kind: 'email', user })}>
        Change Email
        <span className="sr-only">: {email}</span>
      </Button>
      <Button className="px-2.5! text-xs!" onClick={() => onDialog({ kind: 'watches', user })}>
        Limit Watches
        <span className="sr-only">: {email}</span>
      </Button>
      {user.paying ? (
        <p id={noteId} className="basis-full text-xs text-ink-soft">
          Pays for Pro: cancel or refund it at the payment provider.
        </p>
      ) : null}
    </div>
  )
}

const looks = {
  admin: { variant: 'notice', words: 'Admin' },
  pro: { variant: 'default', words: 'Pro' },
  free: { variant: 'outline', words: 'Free' },
} as const

export function TierBadge({ tier }: { tier: SubscriptionTier | 'admin' }) {
  const { variant, words } = looks[tier]
  return <Badge variant={variant}>{words}</Badge>
}
