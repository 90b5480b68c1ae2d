import { useMutation, useQueryClient } from '@tanstack/react-query'
import { loginEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { adoptUser } from '#web/current-user-cache.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { SignInFields } from './credential-fields.tsx'
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
      const description = failureMessage(error, 'Invalid email or password. Please try again.')
      showToast({ title: 'Login Failed', description, tone: 'destructive' })
    },
  })
  const { errors, formProps } = useCheckedForm({
    schema: loginEndpoint.body,
    pending: signIn.isPending,
    onValid: (values) => signIn.mutate(values),
  })
  return (
    <form {...formProps} aria-label="Sign In" className="flex flex-col gap-5">
      <SignInFields kind="email" errors={errors} form={formProps.ref} onForgot={onForgot} />
      <SubmitButton pending={signIn.isPending} pendingLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
