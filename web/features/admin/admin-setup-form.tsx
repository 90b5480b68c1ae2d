import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { newPassword } from '#contract/accounts.ts'
import { adminSetupEndpoint, adminUsername } from '#contract/admin.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { IdentityField, NewPasswordFields } from '#web/features/accounts/credential-fields.tsx'
import { confirmation, passwordsMatch } from '#web/features/accounts/password-pair.ts'
import { TextField } from '#web/ui/text-field.tsx'
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
  .check(passwordsMatch('password'))

/** Makes the one administrator. `asksForCode`: the code in the server's log has to be typed too. */
export function AdminSetupForm({ asksForCode }: { asksForCode: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <ActionForm
      label="Admin Setup"
      schema={setupForm}
      send={({ username, password, setupCode }) =>
        callAdmin(adminSetupEndpoint, { username, password, setupCode })
      }
      onSent={async (account) => {
        adoptAdmin(queryClient, account)
        await navigate('/admin')
      }}
      toast={{ title: 'Admin Setup Complete', description: 'You are signed in.' }}
      failed={{ title: 'Setup Failed', words: 'Failed to set up admin account. Please try again.' }}
      fieldOfError={{ wrong_setup_code: 'setupCode', password_too_common: 'password' }}
      onFailed={(code) => {
        if (code === 'setup_done') void queryClient.invalidateQueries({ queryKey: setupStatusKey })
      }}
      submit="Create Admin Account"
      pendingLabel="Setting up..."
    >
      {asksForCode ? (
        <TextField
          verbatim
          label="Setup code"
          name="setupCode"
          hint="The server printed it in its log when it started. It shows that you run this server."
        />
      ) : null}
      <IdentityField
        kind="username"
        hint="If it is the email of an account, that account is protected too."
      />
      <NewPasswordFields label="Password" />
    </ActionForm>
  )
}
