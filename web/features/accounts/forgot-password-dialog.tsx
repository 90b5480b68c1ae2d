import { forgotPasswordEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { IdentityField } from './credential-fields.tsx'
import { FormDialog } from './form-dialog.tsx'

type ForgotPasswordDialogProps = {
  open: boolean
  /** What was typed into the sign-in form. */
  email: string
  onClose: () => void
}

/** Asks for the address that a reset link is mailed to. */
export function ForgotPasswordDialog({ open, email, onClose }: ForgotPasswordDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Reset your password"
      description="Tell us your email address, and we send you a link to choose a new password. The link works for 30 minutes."
      schema={forgotPasswordEndpoint.body}
      send={(body) => callEndpoint(forgotPasswordEndpoint, { body })}
      onSent={onClose}
      told={{
        title: 'Reset Link Sent',
        description: 'If an account with that email exists, a password reset link has been sent.',
      }}
      failed={{ title: 'Request Failed', words: 'Failed to send reset link. Please try again.' }}
      submit="Send Reset Link"
      pendingLabel="Sending..."
    >
      {(errors) => <IdentityField kind="email" defaultValue={email} errors={errors} />}
    </FormDialog>
  )
}
