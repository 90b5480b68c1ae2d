import { useQueryClient } from '@tanstack/react-query'
import { loginEndpoint } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { adoptUser } from '#web/current-user-cache.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { SignInFields } from './credential-fields.tsx'
import { useSentForm } from './use-sent-form.ts'

type SignInFormProps = { onForgot: (email: string) => void }

/** E-mail and password. Where the person lands afterwards is the page's business. */
export function SignInForm({ onForgot }: SignInFormProps) {
  const queryClient = useQueryClient()
  const { errors, formProps, pending } = useSentForm({
    schema: loginEndpoint.body,
    send: (body) => callEndpoint(loginEndpoint, { body }),
    onSent: (user) => {
      adoptUser(queryClient, user)
      showToast({ title: 'Welcome back!' })
    },
    failed: { title: 'Login Failed', words: 'Invalid email or password. Please try again.' },
  })
  return (
    <form {...formProps} aria-label="Sign In" className="flex flex-col gap-5">
      <SignInFields kind="email" errors={errors} form={formProps.ref} onForgot={onForgot} />
      <SubmitButton pending={pending} pendingLabel="Signing in...">
        Sign In
      </SubmitButton>
    </form>
  )
}
