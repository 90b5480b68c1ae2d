import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { adminLoginEndpoint } from '#contract/admin.ts'
import { ApiError } from '#web/api-client.ts'
import { SignInFields } from '#web/features/accounts/credential-fields.tsx'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { showFailure } from '#web/show-failure.ts'
import { Button } from '#web/ui/button.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { adoptAdmin } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

type Credentials = z.output<typeof adminLoginEndpoint.body>

type AdminLoginFormProps = { onForgot: (username: string) => void }

/** Username and password, and then the code of the second factor where one is on. */
export function AdminLoginForm({ onForgot }: AdminLoginFormProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asksForCode, setAsksForCode] = useState(false)
  const login = useMutation({
    mutationFn: (body: Credentials) => callAdmin(adminLoginEndpoint, body),
    onSuccess: async (account) => {
      adoptAdmin(queryClient, account)
      await navigate('/admin')
      showToast({ title: 'Login Successful', description: `Welcome back, ${account.username}` })
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined
      if (code === 'second_factor_required') return setAsksForCode(true)
      const description = showFailure(
        'Login Failed',
        error,
        'Invalid username or password. Please try again.',
      )
      if (code === 'wrong_second_factor') showErrors({ code: description })
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: adminLoginEndpoint.body,
    pending: login.isPending,
    onValid: (values) => login.mutate(values),
  })
  return (
    <form {...formProps} aria-label="Admin Login" className="flex flex-col gap-5">
      {/* Both steps send all of it, so that the server keeps nothing in between. */}
      <div hidden={asksForCode} className={asksForCode ? undefined : 'contents'}>
        <SignInFields kind="username" errors={errors} form={formProps.ref} onForgot={onForgot} />
      </div>
      {asksForCode ? <CodeField error={errors.code} /> : null}
      <SubmitButton pending={login.isPending} pendingLabel="Signing in...">
        Sign In
      </SubmitButton>
      {asksForCode ? (
        <Button variant="quiet" onClick={() => setAsksForCode(false)}>
          Use another account
        </Button>
      ) : null}
    </form>
  )
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Code"
      name="code"
      verbatim
      autoComplete="one-time-code"
      // What was asked for appears after a press and is the only field: the next keys belong to it.
      ref={(field) => field?.focus()}
      error={error}
      hint="Six digits of your authenticator app, or one of your recovery codes."
    />
  )
}
