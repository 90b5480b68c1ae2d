import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type CurrentUser, changePasswordEndpoint, givenPassword, newPassword } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { currentUserKey, sessionsKey } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { NewPasswordFields } from '#web/features/accounts/credential-fields.tsx'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.tsx'

const passwordForm = z
  .object({
    currentPassword: z.optional(givenPassword),
    newPassword,
    confirmPassword: newPassword,
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: "Passwords don't match",
      path: ['confirmPassword'],
    }),
  )

type PasswordChange = z.output<typeof changePasswordEndpoint.body>

const fieldOfError: Readonly<Record<string, string>> = {
  wrong_password: 'currentPassword',
  password_too_common: 'newPassword',
}

/** Changes the password, or sets the first one of a person who came from another provider. */
export function PasswordForm({ user }: { user: Pick<CurrentUser, 'email' | 'hasPassword'> }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (body: PasswordChange) => callEndpoint(changePasswordEndpoint, { body }),
    onSuccess: () => {
      reset()
      void queryClient.invalidateQueries({ queryKey: currentUserKey })
      void queryClient.invalidateQueries({ queryKey: sessionsKey })
      showToast({
        title: user.hasPassword ? 'Password Changed' : 'Password Set',
        description: 'You stay signed in here; everywhere else you were signed out.',
      })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to change your password. Please try again.')
      showToast({ title: 'Password Change Failed', description, tone: 'destructive' })
      const field = error instanceof ApiError ? fieldOfError[error.code ?? ''] : undefined
      if (field !== undefined) showErrors({ [field]: description })
    },
  })
  const { errors, showErrors, reset, formProps } = useCheckedForm({
    schema: passwordForm,
    pending: change.isPending,
    onValid: (values) =>
      change.mutate({ currentPassword: values.currentPassword, newPassword: values.newPassword }),
  })
  return (
    <form {...formProps} aria-label="Password" className="flex flex-col gap-5">
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      {user.hasPassword ? (
        <PasswordField
          label="Current Password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
      ) : null}
      <NewPasswordFields name="newPassword" errors={errors} />
      <SubmitButton pending={change.isPending} pendingLabel="Saving..." className="self-start">
        {user.hasPassword ? 'Change Password' : 'Set Password'}
      </SubmitButton>
    </form>
  )
}
