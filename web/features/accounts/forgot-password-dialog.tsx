import { useMutation } from '@tanstack/react-query'
import { forgotPasswordEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { IdentityField } from './credential-fields.tsx'
import { useCheckedForm } from './use-checked-form.ts'

type ForgotPasswordDialogProps = {
  open: boolean
  /** What was typed into the sign-in form. */
  email: string
  onClose: () => void
}

/** Asks for the address that a reset link is mailed to. */
export function ForgotPasswordDialog({ open, email, onClose }: ForgotPasswordDialogProps) {
  return (
    <ModalDialog
      open={open}
      onClose={onClose}
      title="Reset your password"
      description="Tell us your email address, and we send you a link to choose a new password. The link works for 30 minutes."
    >
      <ForgotPasswordForm email={email} onClose={onClose} />
    </ModalDialog>
  )
}

function ForgotPasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const request = useMutation({
    mutationFn: (body: { email: string }) => callEndpoint(forgotPasswordEndpoint, { body }),
    onSuccess: () => {
      onClose()
      showToast({
        title: 'Reset Link Sent',
        description: 'If an account with that email exists, a password reset link has been sent.',
      })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to send reset link. Please try again.')
      showToast({ title: 'Request Failed', description, tone: 'destructive' })
    },
  })
  const { errors, formProps } = useCheckedForm({
    schema: forgotPasswordEndpoint.body,
    pending: request.isPending,
    onValid: (values) => request.mutate(values),
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <IdentityField kind="email" defaultValue={email} errors={errors} />
      <DialogActions onCancel={onClose} pending={request.isPending} pendingLabel="Sending...">
        Send Reset Link
      </DialogActions>
    </form>
  )
}
