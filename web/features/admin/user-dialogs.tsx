import { useRef } from 'react'
import * as z from 'zod/mini'
import { demoteUserEndpoint, promoteUserEndpoint, resetUserPasswordEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { NewPasswordFields, passwordsMatch } from '#web/features/accounts/credential-fields.tsx'
import { ConfirmDialog, FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { callAdmin, operatorKey } from './admin-call.ts'
import { BulkDeleteDialog, type BulkDeleteReply } from './bulk-delete-dialog.tsx'
import type { ShownUser } from './use-selection.tsx'

export type UserDialog =
  | { kind: 'promote' | 'demote' | 'reset'; user: ShownUser }
  | { kind: 'delete'; users: readonly ShownUser[] }

type UserDialogsProps = {
  dialog: UserDialog | null
  onClose: () => void
  onDeleted: (reply: BulkDeleteReply) => void
}

/** The one dialog that is open; its text stays while it fades. */
export function UserDialogs({ dialog, onClose, onDeleted }: UserDialogsProps) {
  const last = useRef(dialog)
  if (dialog !== null) last.current = dialog
  const shown = last.current
  if (shown === null) return null
  const shared = { open: dialog !== null, onClose }
  switch (shown.kind) {
    case 'promote':
    case 'demote':
      return <PlanChangeDialog {...shared} change={shown.kind} user={shown.user} />
    case 'reset':
      return <ResetUserPasswordDialog {...shared} user={shown.user} />
    case 'delete':
      return <BulkDeleteDialog {...shared} users={shown.users} onDeleted={onDeleted} />
  }
}

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

function PlanChangeDialog({ change, user, open, onClose }: PlanChangeDialogProps) {
  const words = changes[change]
  const email = user.email ?? 'No email'
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
      run={() => callAdmin(words.endpoint, { userId: user.id })}
      invalidates={[operatorKey]}
      toast={({ user: changed }) => ({
        title: words.done,
        description: `${changed.email ?? email} ${words.outcome}`,
      })}
      failed={{ title: words.failed, words: words.failure }}
      submit={words.confirm}
      variant={change === 'promote' ? 'primary' : 'danger'}
      pendingLabel={words.pending}
    />
  )
}

const least = limits.operatorsPasswordCharacters
const passwordForm = z
  .object({
    password: resetUserPasswordEndpoint.body.shape.password,
    confirmPassword: z
      .string('Please confirm your password')
      .check(z.minLength(least, 'Please confirm your password')),
  })
  .check(passwordsMatch('password'))

type ResetUserPasswordDialogProps = { user: ShownUser; open: boolean; onClose: () => void }

/** Sets a password for somebody, who is asked for one of their own at the next sign-in. */
function ResetUserPasswordDialog({ user, open, onClose }: ResetUserPasswordDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Reset User Password"
      description={
        <>
          Set a new password for <bdi className="font-semibold text-ink">{user.email ?? 'No email'}</bdi>.
          Wherever they are signed in, they are signed out, and after the next sign-in they choose a password
          of their own.
        </>
      }
      schema={passwordForm}
      run={({ password }) => callAdmin(resetUserPasswordEndpoint, { userId: user.id, password })}
      onDone={onClose}
      invalidates={[operatorKey]}
      toast={{
        title: 'Password Reset Successfully',
        description: `${user.email ?? 'The user'} can sign in with the new password.`,
      }}
      failed={{ title: 'Password Reset Failed', words: 'Failed to reset user password. Please try again.' }}
      submit="Reset Password"
      pendingLabel="Resetting..."
    >
      <NewPasswordFields hint={`At least ${least} characters.`} />
    </FormDialog>
  )
}
