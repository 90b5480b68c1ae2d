import { useMutation } from '@tanstack/react-query'
import { adminForgotPasswordEndpoint } from '#contract/admin.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { IdentityField } from '#web/features/accounts/credential-fields.tsx'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { callAdmin } from './admin-call.ts'

type AdminForgotDialogProps = {
  open: boolean
  /** What was typed into the sign-in form. */
  username: string
  onClose: () => void
}

/** Asks for the username whose reset link goes to the operator's mailbox. */
export function AdminForgotDialog({ open, username, onClose }: AdminForgotDialogProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title="Reset your admin password"
      description="Tell us the username, and the server mails a link to the operator's address. If no mail arrives, run `npm run admin:reset` on the server."
    >
      <AdminForgotForm username={username} onClose={onClose} />
    </ModalDialog>
  )
}

function AdminForgotForm({ username, onClose }: Omit<AdminForgotDialogProps, 'open'>) {
  const request = useMutation({
    mutationFn: (body: { username: string }) => callAdmin(adminForgotPasswordEndpoint, body),
    onSuccess: () => {
      onClose()
      showToast({
        title: 'Reset Link Sent',
        description: 'If an admin with that username exists, a password reset link has been sent.',
      })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to send reset link. Please try again.')
      showToast({ title: 'Request Failed', description, tone: 'destructive' })
    },
  })
  const { errors, formProps } = useCheckedForm({
    schema: adminForgotPasswordEndpoint.body,
    pending: request.isPending,
    onValid: (values) => request.mutate(values),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <IdentityField kind="username" defaultValue={username} errors={errors} />
      <DialogActions onCancel={onClose} pending={request.isPending} pendingLabel="Sending...">
        Send Reset Link
      </DialogActions>
    </form>
  )
}
