import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { newPassword } from '#contract/accounts.ts'
import { adminSetupEndpoint, adminUsername } from '#contract/admin.ts'
import { ApiError } from '#web/api-client.ts'
import { failureMessage } from '#web/failure-messages.ts'
import { IdentityField, NewPasswordFields } from '#web/features/accounts/credential-fields.tsx'
import { confirmation, passwordsMatch } from '#web/features/accounts/password-pair.ts'
import { useCheckedForm } from '#web/features/accounts/use-checked-form.ts'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { adoptAdmin, setupStatusKey } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

const setupForm = z
  .object({
    username: adminUsername,
    password: newPassword,
    confirmPassword: confirmation,
    // Only the form of a production server has the field.
    setupCode: z.optional(z.string().check(z.trim(), z.minLength(1, 'The setup code is required'))),
  })
  .check(passwordsMatch)

const fieldOfError: Readonly<Record<string, string>> = {
  wrong_setup_code: 'setupCode',
  password_too_common: 'password',
}

/** Makes the one administrator. `asksForCode`: the code in the server's log has to be typed too. */
export function AdminSetupForm({ asksForCode }: { asksForCode: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const setup = useMutation({
    mutationFn: (body: z.output<typeof adminSetupEndpoint.body>) => callAdmin(adminSetupEndpoint, body),
    onSuccess: async (account) => {
      adoptAdmin(queryClient, account)
      await navigate('/admin')
      showToast({ title: 'Admin Setup Complete', description: 'You are signed in.' })
    },
    onError: (error) => {
      const description = failureMessage(error, 'Failed to set up admin account. Please try again.')
      showToast({ title: 'Setup Failed', description, tone: 'destructive' })
      if (!(error instanceof ApiError)) return
      if (error.code === 'setup_done') void queryClient.invalidateQueries({ queryKey: setupStatusKey })
      const field = fieldOfError[error.code ?? '']
      if (field !== undefined) showErrors({ [field]: description })
    },
  })
  const { errors, showErrors, formProps } = useCheckedForm({
    schema: setupForm,
    pending: setup.isPending,
    onValid: ({ username, password, setupCode }) => setup.mutate({ username, password, setupCode }),
  })
  return (
    <form {...formProps} aria-label="Admin Setup" className="flex flex-col gap-5">
      {asksForCode ? (
        <TextField
          label="Setup code"
          name="setupCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.setupCode}
          hint="The server printed it in its log when it started. It shows that you run this server."
        />
      ) : null}
      <IdentityField
        kind="username"
        errors={errors}
        hint="If it is the email of an account, that account is protected too."
      />
      <NewPasswordFields label="Password" errors={errors} />
      <SubmitButton pending={setup.isPending} pendingLabel="Setting up...">
        Create Admin Account
      </SubmitButton>
    </form>
  )
}
