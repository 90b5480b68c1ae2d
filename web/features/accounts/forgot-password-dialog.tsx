import { forgotPasswordEndpoint } from '#contract/accounts.ts'
import { adminForgotPasswordEndpoint } from '#contract/admin.ts'
import { limits } from '#contract/limits.ts'
import { callEndpoint } from '#web/api-client.ts'
import { IdentityField } from './credential-fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import { mailNote } from './mail-note.ts'

const kinds = {
  email: {
    endpoint: forgotPasswordEndpoint,
    title: 'Reset your password',
    description: `Enter your email address, and we will send you a link to choose a new password. The link works for ${limits.resetLinkMinutes} minutes.`,
    done: 'If an account with that email exists, a password reset link has been sent.',
  },
  username: {
    endpoint: adminForgotPasswordEndpoint,
    title: 'Reset your admin password',
    description:
      "Enter the username, and the server will mail a link to the operator's address. If no mail arrives, run `npm run admin:reset` on the server.",
    done: 'If an admin with that username exists, a password reset link has been sent.',
  },
} as const

type ForgotPasswordDialogProps = {
  /** Users enter their e-mail address, the operator a user name. */
  kind: keyof typeof kinds
  /** The name from the sign-in form; null while the dialog is closed. */
  typed: string | null
  onClose: () => void
}

export function ForgotPasswordDialog({ kind, typed, onClose }: ForgotPasswordDialogProps) {
  const { endpoint, title, description, done } = kinds[kind]
  const note = mailNote()
  return (
    <FormDialog
      open={typed !== null}
      onClose={onClose}
      title={title}
      description={
        <>
          <p>{description}</p>
          {note === undefined ? null : <p className="mt-2">{note}</p>}
        </>
      }
      schema={endpoint.body}
      run={(body) => callEndpoint(endpoint, { body })}
      onDone={onClose}
      toast={{ title: 'Reset Link Sent', description: done, note }}
      failed={{ title: 'Request Failed', words: 'Failed to send reset link. Please try again.' }}
      submit="Send Reset Link"
      pendingLabel="Sending..."
    >
      <IdentityField kind={kind} defaultValue={typed ?? ''} />
    </FormDialog>
  )
}
