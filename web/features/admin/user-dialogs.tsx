import { useRef } from 'react'
import * as z from 'zod/mini'
import {
  changeUserEmailEndpoint,
  demoteUserEndpoint,
  limitWatchesEndpoint,
  promoteUserEndpoint,
  resetUserPasswordEndpoint,
} from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { NewPasswordFields, passwordsMatch } from '#web/features/accounts/credential-fields.tsx'
import { ConfirmDialog, FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { callAdmin, operatorKey } from './admin-call.ts'
import { BulkDeleteDialog, type BulkDeleteReply } from './bulk-delete-dialog.tsx'
import type { ShownUser } from './use-selection.tsx'

export type UserDialog =
  | { kind: 'promote' | 'demote' | 'reset' | 'email' | 'watches'; user: ShownUser }
  | { kind: 'delete'; users: readonly ShownUser[] }

type UserDialogsProps = {
  dialog: UserDialog | null
  onClose: () => void
  untick: (ids: readonly string[]) => void
  onDeleted: (reply: BulkDeleteReply) => void
}

/** The open dialog. While a dialog closes, its text stays visible. */
export function UserDialogs({ dialog, onClose, ...deletion }: UserDialogsProps) {
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
    case 'email':
      return <ChangeEmailDialog {...shared} user={shown.user} />
    case 'watches':
      return <LimitWatchesDialog {...shared} user={shown.user} />
    case 'delete':
      return <BulkDeleteDialog {...shared} users={shown.users} {...deletion} />
  }
}

export const planChanges = {
  promote: {
    endpoint: promoteUserEndpoint,
    meaning: 'will have Pro at once. This',
    effects: ['gives unlimited monthly searches', 'bypasses the payment system: nothing is charged'],
    done: ['User Promoted', 'has been promoted to Pro.'],
    asked: {
      title: 'Promote User to Pro',
      submit: 'Promote to Pro',
      variant: 'primary',
      pendingLabel: 'Promoting...',
      failed: { title: 'Promotion Failed', words: 'Failed to promote user. Please try again.' },
    },
  },
  demote: {
    endpoint: demoteUserEndpoint,
    meaning: 'will be on the free plan at once. This',
    effects: [
      readSiteFacts().searchLimit === 'off'
        ? 'does not limit searches, because SELF_HOSTED is on'
        : `limits to ${limits.freeSearchesPerMonth} searches per month`,
      'may affect current usage, when more than that were made this month',
    ],
    done: ['User Demoted', 'has been demoted to Free.'],
    asked: {
      title: 'Demote User to Free',
      submit: 'Demote to Free',
      variant: 'danger',
      pendingLabel: 'Demoting...',
      failed: { title: 'Demotion Failed', words: 'Failed to demote user. Please try again.' },
    },
  },
} as const

type OfUser = { user: ShownUser; open: boolean; onClose: () => void }

function PlanChangeDialog({ change, user, ...shown }: OfUser & { change: keyof typeof planChanges }) {
  const { endpoint, meaning, effects, done, asked } = planChanges[change]
  const email = user.email ?? 'No email'
  return (
    <ConfirmDialog
      {...shown}
      {...asked}
      description={
        <>
          <p>
            <bdi className="font-semibold text-ink">{email}</bdi> {meaning}
          </p>
          <ul className="mt-2 list-disc pl-5">
            {effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </>
      }
      run={() => callAdmin(endpoint, { userId: user.id })}
      invalidates={[operatorKey]}
      toast={({ user: changed }) => ({ title: done[0], description: `${changed.email ?? email} ${done[1]}` })}
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

/** Sets a user's password, which has to be changed at the next sign-in. */
function ResetUserPasswordDialog({ user, open, onClose }: OfUser) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Reset User Password"
      description={
        <>
          Set a new password for <bdi className="font-semibold text-ink">{user.email ?? 'No email'}</bdi>.
          They are signed out everywhere and must choose a new password at the next sign-in.
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

/** Changes a user's address, which the user then has to confirm. */
function ChangeEmailDialog({ user, open, onClose }: OfUser) {
  const before = user.email ?? 'No email'
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Change Email Address"
      description={
        <>
          <bdi className="font-semibold text-ink">{before}</bdi> will no longer sign in, and gets a notice.
          The account is signed out everywhere. The new address gets a link that confirms it after signing in
          with the password; until then it gets no reset link. If the password is lost, set one with Reset
          Password.
        </>
      }
      schema={z.object({ email: changeUserEmailEndpoint.body.shape.email })}
      run={({ email }) => callAdmin(changeUserEmailEndpoint, { userId: user.id, email })}
      onDone={onClose}
      invalidates={[operatorKey]}
      toast={({ user: changed }) => ({
        title: 'Email Address Changed',
        description: `${before} is now ${changed.email ?? 'another address'}, which has to be confirmed.`,
      })}
      failed={{ title: 'Address Not Changed', words: 'Failed to change the address. Please try again.' }}
      fieldOfError={{ address_taken: 'email' }}
      submit="Change Address"
      pendingLabel="Changing..."
    >
      <TextField label="New email address" name="email" type="email" autoComplete="off" />
    </FormDialog>
  )
}

const watchesForm = z.object({
  mostWatches: z.pipe(
    z.pipe(
      z.string().check(z.trim()),
      z.transform((text: string) => (text === '' ? null : Number(text))),
    ),
    limitWatchesEndpoint.body.shape.mostWatches,
  ),
})

/** Sets how many watches a person may have, regardless of the plan. */
function LimitWatchesDialog({ user, open, onClose }: OfUser) {
  const { free, pro } = limits.watches
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Limit Watches"
      description={
        <>
          How many watches <bdi className="font-semibold text-ink">{user.email ?? 'No email'}</bdi> may have.
          Watches beyond that pause; none is deleted.
        </>
      }
      schema={watchesForm}
      run={({ mostWatches }) => callAdmin(limitWatchesEndpoint, { userId: user.id, mostWatches })}
      onDone={onClose}
      invalidates={[operatorKey]}
      toast={{
        title: 'Watches Limited',
        description: `The limit of ${user.email ?? 'the user'} was changed.`,
      }}
      failed={{ title: 'Not Changed', words: 'Failed to change the limit. Please try again.' }}
      submit="Save Limit"
      pendingLabel="Saving..."
    >
      <TextField
        label="Number of watches"
        name="mostWatches"
        inputMode="numeric"
        defaultValue={user.mostWatches === null ? '' : String(user.mostWatches)}
        hint={`Leave empty for the plan's limit, which is ${free} on free and ${pro} with Pro.`}
      />
    </FormDialog>
  )
}
