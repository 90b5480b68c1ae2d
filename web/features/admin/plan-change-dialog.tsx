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
    meaning: 'will have Pro at once. This',
    effects: ['gives unlimited monthly searches', 'bypasses the payment system: nothing is charged'],
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
    meaning: 'will be on the free plan at once. This',
    effects: [
      `limits to ${limits.freeSearchesPerMonth} searches per month`,
      'may affect current usage, when more than that were made this month',
    ],
  },
} as const

type PlanChangeDialogProps = {
  change: keyof typeof changes
  user: ShownUser
  open: boolean
  onClose: () => void
}

export function PlanChangeDialog({ change, user, open, onClose }: PlanChangeDialogProps) {
  const words = changes[change]
  const email = user.email ?? 'No email'
  const apply = useAction({
    run: () => callAdmin(words.endpoint, { userId: user.id }),
    toast: ({ user: changed }) => ({
      title: words.done,
      description: `${changed.email ?? email} ${words.outcome}`,
    }),
    failed: { title: words.failed, words: words.failure },
    onSettled: onClose,
    invalidates: usersKeys,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title}
      description={
        <>
          <p>
            <bdi className="font-semibold text-ink">{email}</bdi> {words.meaning}
          </p>
          <ul className="mt-2 list-disc pl-5">
            {words.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      }
      confirm={words.confirm}
      onConfirm={() => apply.mutate()}
      variant={change === 'promote' ? 'primary' : 'danger'}
      pending={apply.isPending}
      pendingLabel={words.pending}
    />
  )
}
