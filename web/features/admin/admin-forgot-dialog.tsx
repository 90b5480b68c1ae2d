import { adminForgotPasswordEndpoint } from '#contract/admin.ts'
import { IdentityField } from '#web/features/accounts/credential-fields.tsx'
import { FormDialog } from '#web/features/accounts/form-dialog.tsx'
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
    <FormDialog
      open={open}
      onClose={onClose}
      title="Reset your admin password"
      description="Tell us the username, and the server mails a link to the operator's address. If no mail arrives, run `npm run admin:reset` on the server."
      schema={adminForgotPasswordEndpoint.body}
      send={(body) => callAdmin(adminForgotPasswordEndpoint, body)}
      onSent={onClose}
      told={{
        title: 'Reset Link Sent',
        description: 'If an admin with that username exists, a password reset link has been sent.',
      }}
      failed={{ title: 'Request Failed', words: 'Failed to send reset link. Please try again.' }}
      submit="Send Reset Link"
      pendingLabel="Sending..."
    >
      {(errors) => <IdentityField kind="username" defaultValue={username} errors={errors} />}
    </FormDialog>
  )
}
