import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loginEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { adoptUser } from '#web/current-user-cache.ts'
import { failureWords } from '#web/failure-messages.ts'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useCheckedForm } from './use-checked-form.ts'

type SignInFormProps = { onForgot: (email: string) => void }

/** E-mail and password. Where the person lands afterwards is the page's business. */
export function SignInForm({ onForgot }: SignInFormProps) {
  const queryClient = useQueryClient()
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => callEndpoint(loginEndpoint, { body }),
    onSuccess: (user) => {
      adoptUser(queryClient, user)
      showToast({ title: 'Welcome back!' })
    },
    onError: (error) => {
      const description = failureWords(error, 'Invalid email or password. Please try again.')
      showToast({ title: 'Login Failed', description, tone: 'destructive' })
    },
  })
  const { errors, formProps } = useCheckedForm({
    schema: loginEndpoint.body,
    pending: signIn.isPending,
    onValid: (values) => signIn.mutate(values),
  })
  const forgot = () => {
    const typed = formProps.ref.current?.elements.namedItem('email')
    onForgot(typed instanceof HTMLInputElement ? typed.value : '')
  }
  return (
    <form {...formProps} aria-label="Sign In" className="flex flex-col gap-5">
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
        aside={
          <button
            type="button"
            onClick={forgot}
            className="font-medium text-ink-soft underline decoration-line-strong underline-offset-4 hover:text-ink"
          >
            Forgot password?
          </button>
        }
      />
      <SubmitButton pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
