import * as z from 'zod/mini'
import { type CurrentUser, changePasswordEndpoint, givenPassword, newPassword } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { currentUserKey, sessionsKey, signInMethodsKey } from '#web/current-user-cache.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { NewPasswordFields, passwordsMatch } from '#web/features/accounts/credential-fields.tsx'
import { useSignOut } from '#web/features/accounts/use-sign-out.ts'
import { Button } from '#web/ui/button.tsx'
import { ModalDialog } from '#web/ui/modal-dialog.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'

const passwordForm = z
  .object({ currentPassword: z.optional(givenPassword), newPassword, confirmPassword: newPassword })
  .check(passwordsMatch('newPassword'))

/** Changes the password, or sets the first one of a user who signed up with a provider. */
export function PasswordForm({ user }: { user: Pick<CurrentUser, 'email' | 'hasPassword'> }) {
  return (
    <ActionForm
      label="Password"
      schema={passwordForm}
      run={({ currentPassword, newPassword }) =>
        callEndpoint(changePasswordEndpoint, { body: { currentPassword, newPassword } })
      }
      onDone={(_reply, _values, form) => form.reset()}
      invalidates={[currentUserKey, sessionsKey, signInMethodsKey]}
      toast={{
        title: user.hasPassword ? 'Password Changed' : 'Password Set',
        description: 'You stay signed in here; everywhere else you were signed out.',
      }}
      failed={{
        title: 'Password Change Failed',
        words: 'Failed to change your password. Please try again.',
      }}
      fieldOfError={{ wrong_password: 'currentPassword', password_too_common: 'newPassword' }}
      submit={user.hasPassword ? 'Change Password' : 'Set Password'}
      submitClass="self-start"
      pendingLabel="Saving..."
    >
      {/* Tells password managers which account this password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword ? (
        <PasswordField label="Current Password" name="currentPassword" autoComplete="current-password" />
      ) : null}
      <NewPasswordFields name="newPassword" />
    </ActionForm>
  )
}

/** A dialog over every page, until the user replaces a password that an operator set. */
export function PasswordDemand({ user }: { user: CurrentUser }) {
  const signOut = useSignOut()
  return (
    <ModalDialog
      open={user.mustChangePassword}
      title="Choose a new password"
      description="Your password was set by an operator. To continue, choose one that only you know."
    >
      <PasswordForm user={user} />
      <Button variant="quiet" className="mt-3 -ml-3" onClick={() => signOut.mutate()}>
        Log out instead
      </Button>
    </ModalDialog>
  )
}
