import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type CurrentUser, registerEndpoint } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { adoptUser } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { fetchCurrentUser } from '#web/use-current-user.ts'
import { IdentityField } from './credential-fields.tsx'
import { passwordAdvice } from './password-advice.ts'
import { useCheckedForm } from './use-checked-form.ts'

type Registration = z.output<typeof registerEndpoint.body>

/**
 * The answer of the registration is the same for everybody; only the next question tells who is signed in. When that
 * one fails the account is there all the same.
 */
async function register(body: Registration): Promise<CurrentUser | null> {
  await callEndpoint(registerEndpoint, { body })
  return fetchCurrentUser().catch(() => null)
}

const failure = 'Failed to create your account. Please try again.'

type SignUpFormProps = {
  /** The address may have had an account before: its owner reads on in their mail. */
  onCheckMail: (email: string) => void
}

export function SignUpForm({ onCheckMail }: SignUpFormProps) {
  const queryClient = useQueryClient()
  const signUp = useMutation({
    mutationFn: register,
    onSuccess: (user, { email }) => {
      if (user === null) return onCheckMail(email)
      adoptUser(queryClient, user)
      showToast({ title: 'Account Created!' })
    },
    onError: (error) => {
      const description = failureMessage(error, failure)
      showToast({ title: 'Registration Failed', description, tone: 'destructive' })
      if (error instanceof ApiError && error.code === 'password_too_common') {
        showErrors({ password: description })
      }
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: registerEndpoint.body,
    pending: signUp.isPending,
    onValid: (values) => signUp.mutate(values),
  })
  return (
    <form {...formProps} aria-label="Sign Up" className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <TextField
          label="First Name"
          name="firstName"
          autoComplete="given-name"
          dir="auto"
          error={errors.firstName}
        />
        <TextField
          label="Last Name"
          name="lastName"
          autoComplete="family-name"
          dir="auto"
          error={errors.lastName}
        />
      </div>
      <IdentityField kind="email" errors={errors} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        hint={passwordAdvice}
      />
      <SubmitButton pending={signUp.isPending} pendingLabel="Creating your account...">
        Create Account
      </SubmitButton>
    </form>
  )
}
