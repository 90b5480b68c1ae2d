import * as z from 'zod/mini'
import { auditLogEndpoint } from '#contract/admin-overview.ts'
import { resetUserPasswordEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { NewPasswordFields } from '#web/features/accounts/credential-fields.tsx'
import { FormDialog } from '#web/features/accounts/form-dialog.tsx'
import { passwordsMatch } from '#web/features/accounts/password-pair.ts'
import { adminKeys } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'
import type { ShownUser } from './use-selection.ts'

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
export function ResetUserPasswordDialog({ user, open, onClose }: ResetUserPasswordDialogProps) {
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
      send={({ password }) => callAdmin(resetUserPasswordEndpoint, { userId: user.id, password })}
      onSent={onClose}
      invalidates={adminKeys(auditLogEndpoint)}
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
