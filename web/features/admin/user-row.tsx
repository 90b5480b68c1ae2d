import ShieldCheck from 'lucide-react/icons/shield-check'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatCount } from './format-figure.ts'
import { Spinner } from './spinner.tsx'
import { TierBadge } from './tier-badge.tsx'
import type { ShownUser } from './use-selection.ts'
import { UserCheckbox } from './user-checkbox.tsx'
import type { UserDialog } from './user-dialogs.tsx'

type UserRowProps = {
  user: ShownUser
  selected: boolean
  /** False until it is known which accounts are an operator's. */
  ready: boolean
  onToggle: () => void
  onDialog: (dialog: UserDialog) => void
}

const momentOrNever = (instant: string | null) => (instant === null ? 'Never' : formatMoment(instant))

export function UserRow({ user, selected, ready, onToggle, onDialog }: UserRowProps) {
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
          <span className="mt-1 block text-xs whitespace-nowrap text-ink-soft">given</span>
        ) : null}
      </td>
      <td className="px-3 py-3 whitespace-nowrap">
        <span className="block font-medium">{formatCount(user.totalSearches)}</span>
        <span className="block text-xs text-ink-soft">{formatCount(user.searchesThisMonth)} this month</span>
      </td>
      <td className="px-3 py-3">{formatCount(user.totalResults)}</td>
      <td className="min-w-28 px-3 py-3 text-balance text-ink-soft">{formatMoment(user.createdAt)}</td>
      <td className="min-w-28 px-3 py-3 text-balance text-ink-soft">{momentOrNever(user.lastSearchAt)}</td>
      <td className="py-3 pr-4 pl-3">
        {!ready ? null : user.protected ? (
          <Badge variant="notice" className="whitespace-nowrap">
            <ShieldCheck aria-hidden="true" className="size-3.5" />
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
  const plan =
    user.subscriptionTier === 'pro'
      ? ({ kind: 'demote', words: 'Demote to Free' } as const)
      : ({ kind: 'promote', words: 'Promote to Pro' } as const)
  return (
    <div className="flex items-center gap-2">
      <Button className="px-2.5! text-xs!" onClick={() => onDialog({ kind: plan.kind, user })}>
        {plan.words}
        <span className="sr-only">: {email}</span>
      </Button>
      <Button className="px-2.5! text-xs!" onClick={() => onDialog({ kind: 'reset', user })}>
        Reset Password
        <span className="sr-only">: {email}</span>
      </Button>
    </div>
  )
}
