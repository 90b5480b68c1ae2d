import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type CurrentUser, deleteAccountEndpoint } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { forgetEverything } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'

type DeleteAccountDialogProps = { user: CurrentUser; open: boolean; onClose: () => void }

/** Says what goes, and asks once more who is asking. */
export function DeleteAccountDialog({ user, open, onClose }: DeleteAccountDialogProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title="Delete your account?"
      description={
        <>
          <p>This cannot be undone. At once and for good, we delete:</p>
          <ul className="mt-2 list-disc pl-5 marker:text-danger">
            <li>your account, name and email address</li>
            <li>your search history and the results kept with it</li>
            <li>every session, also on other devices</li>
            {user.subscriptionTier === 'pro' ? <li>your Pro subscription, which ends first</li> : null}
          </ul>
        </>
      }
    >
      <DeleteAccountForm user={user} onClose={onClose} />
    </ModalDialog>
  )
}

function DeleteAccountForm({ user, onClose }: Omit<DeleteAccountDialogProps, 'open'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: (body: { password: string }) => callEndpoint(deleteAccountEndpoint, { body }),
    onSuccess: async () => {
      await navigate('/')
      forgetEverything(queryClient)
      showToast({ title: 'Account Deleted', description: 'Everything that was yours here is gone.' })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to delete your account. Please try again.')
      showToast({ title: 'Account Not Deleted', description, tone: 'destructive' })
      if (error instanceof ApiError && error.code === 'wrong_password') showErrors({ password: description })
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: deleteAccountEndpoint.body,
    pending: remove.isPending,
    onValid: (values) => remove.mutate(values),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {user.hasPassword ? (
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errors.password}
        />
      ) : (
        <TextField
          label={`Type ${user.email} to confirm`}
          name="password"
          autoComplete="off"
          error={errors.password}
        />
      )}
      <DialogActions
        onCancel={onClose}
        cancelLabel="Keep my account"
        variant="danger"
        pending={remove.isPending}
        pendingLabel="Deleting..."
      >
        Delete account
      </DialogActions>
    </form>
  )
}
