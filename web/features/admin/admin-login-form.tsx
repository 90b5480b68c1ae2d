import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { adminLoginEndpoint } from '#contract/admin.ts'
import { ApiError } from '#web/api-client.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import { SignInFields } from '#web/features/accounts/credential-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { adoptAdmin } from './admin-cache.ts'
import { callAdmin } from './admin-call.ts'

const failed = { title: 'Login Failed', words: 'Invalid username or password. Please try again.' }

const isStep = (error: Error) => error instanceof ApiError && error.code === 'second_factor_required'

/** Username and password, and then the code of the second factor where one is on. */
export function AdminLoginForm({ onForgot }: { onForgot: (username: string) => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asksForCode, setAsksForCode] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  return (
    <ActionForm
      label="Admin Login"
      schema={adminLoginEndpoint.body}
      send={(body) => callAdmin(adminLoginEndpoint, body)}
      onSent={async (account) => {
        adoptAdmin(queryClient, account)
        await navigate('/admin')
      }}
      toast={({ username }) => ({ title: 'Login Successful', description: `Welcome back, ${username}` })}
      failed={(error) => (isStep(error) ? null : failed)}
      fieldOfError={{ wrong_second_factor: 'code' }}
      onFailed={(code) => {
        if (code === 'second_factor_required') setAsksForCode(true)
        else codeField.current?.focus()
      }}
      submit="Sign In"
      pendingLabel="Signing in..."
      below={
        asksForCode ? (
          <Button variant="quiet" onClick={() => setAsksForCode(false)}>
            Use another account
          </Button>
        ) : null
      }
    >
      {/* Both steps send all of it, so that the server stores nothing in between. */}
      <div hidden={asksForCode} className={asksForCode ? undefined : 'contents'}>
        <SignInFields kind="username" onForgot={onForgot} />
      </div>
      {asksForCode ? <CodeField field={codeField} /> : null}
    </ActionForm>
  )
}

function CodeField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  return (
    <TextField
      label="Code"
      name="code"
      verbatim
      autoComplete="one-time-code"
      // What was asked for appears after a press and is the only field: the next keys belong to it.
      ref={(input) => {
        field.current = input
        input?.focus()
      }}
      hint="Six digits of your authenticator app, or one of your recovery codes."
    />
  )
}
