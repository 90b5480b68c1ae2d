import type { ReactNode } from 'react'
import { demoteUserEndpoint, promoteUserEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useAction } from '#web/use-action.ts'
import { usersKeys } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import type { ShownUser } from './use-selection.ts'

const changes = {
  promote: {
    endpoint: promoteUserEndpoint,
    title: 'Promote User to Pro',
    confirm: 'Promote to Pro',
    pending: 'Promoting...',
    done: 'User Promoted',
    outcome: 'has been promoted to Pro.',
    failed: 'Promotion Failed',
    failure: 'Failed to promote user. Please try again.',
  },
  demote: {
    endpoint: demoteUserEndpoint,
    title: 'Demote User to Free',
    confirm: 'Demote to Free',
    pending: 'Demoting...',
    done: 'User Demoted',
    outcome: 'has been demoted to Free.',
    failed: 'Demotion Failed',
    failure: 'Failed to demote user. Please try again.',
  },
} as const

type PlanChangeDialogProps = {
  change: keyof typeof changes
  user: ShownUser
  open: boolean
  onClose: () => void
}

/** Says what a change of plan means, and makes it. */
export function PlanChangeDialog({ change, user, open, onClose }: PlanChangeDialogProps) {
  const words = changes[change]
  const email = user.email ?? 'No email'
  const apply = useAction({
    run: () => callAdmin(words.endpoint, { userId: user.id }),
    told: ({ user: changed }) => ({
      title: words.done,
      description: `${changed.email ?? email} ${words.outcome}`,
    }),
    failed: { title: words.failed, words: words.failure },
    onSettled: onClose,
    renews: usersKeys,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title}
      description={change === 'promote' ? <PromoteWords email={email} /> : <DemoteWords email={email} />}
      confirm={words.confirm}
      onConfirm={() => apply.mutate()}
      variant={change === 'promote' ? 'primary' : 'danger'}
      pending={apply.isPending}
      pendingLabel={words.pending}
    />
  )
}

function Who({ children }: { children: ReactNode }) {
  return <bdi className="font-semibold text-ink">{children}</bdi>
}

function PromoteWords({ email }: { email: string }) {
  return (
    <>
      <p>
        <Who>{email}</Who> will have Pro at once. This
      </p>
      <ul className="mt-2 list-disc pl-5">
        <li>gives unlimited monthly searches</li>
        <li>bypasses the payment system: nothing is charged</li>
      </ul>
    </>
  )
}

function DemoteWords({ email }: { email: string }) {
  return (
    <>
      <p>
        <Who>{email}</Who> will be on the free plan at once. This
      </p>
      <ul className="mt-2 list-disc pl-5">
        <li>limits to {limits.freeSearchesPerMonth} searches per month</li>
        <li>may affect current usage, when more than that were made this month</li>
      </ul>
    </>
  )
}
