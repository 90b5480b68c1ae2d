import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { resetUserPasswordEndpoint } from '#contract/admin-users.ts'
import { limits } from '#contract/limits.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { NewPasswordFields } from '#web/features/accounts/credential-fields.tsx'
import { passwordsMatch } from '#web/features/accounts/password-pair.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { auditLogKey } from './admin-cache.ts'
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
  .check(passwordsMatch)

type ResetUserPasswordDialogProps = { user: ShownUser; open: boolean; onClose: () => void }

/** Sets a password for somebody, who is asked for one of their own at the next sign-in. */
export function ResetUserPasswordDialog({ user, open, onClose }: ResetUserPasswordDialogProps) {
  return (
    <ModalDialog
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
    >
      <ResetUserPasswordForm user={user} onClose={onClose} />
    </ModalDialog>
  )
}

function ResetUserPasswordForm({ user, onClose }: Omit<ResetUserPasswordDialogProps, 'open'>) {
  const queryClient = useQueryClient()
  const reset = useMutation({
    mutationFn: (password: string) => callAdmin(resetUserPasswordEndpoint, { userId: user.id, password }),
    onSuccess: () => {
      onClose()
      void queryClient.invalidateQueries({ queryKey: auditLogKey })
      showToast({
        title: 'Password Reset Successfully',
        description: `${user.email ?? 'The user'} can sign in with the new password.`,
      })
    },
    onError: (error) =>
      showToast({
        title: 'Password Reset Failed',
        description: failureMessage(error, 'Failed to reset user password. Please try again.'),
        tone: 'destructive',
      }),
  })
  const { errors, formProps } = useCheckedForm({
    schema: passwordForm,
    pending: reset.isPending,
    onValid: ({ password }) => reset.mutate(password),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <NewPasswordFields hint={`At least ${least} characters.`} errors={errors} />
      <DialogActions onCancel={onClose} pending={reset.isPending} pendingLabel="Resetting...">
        Reset Password
      </DialogActions>
    </form>
  )
}
