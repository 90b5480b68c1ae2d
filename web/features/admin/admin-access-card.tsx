import { useQueryClient } from '@tanstack/react-query'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { newPassword } from '#contract/accounts.ts'
import { adminLoginEndpoint, adminSetupEndpoint, adminUsername } from '#contract/admin.ts'
import { ApiError } from '#web/api-client.ts'
import { ActionForm } from '#web/features/accounts/action-form.tsx'
import {
  confirmation,
  IdentityField,
  NewPasswordFields,
  passwordsMatch,
  SignInFields,
} from '#web/features/accounts/credential-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { adoptAdmin, callAdmin, setupStatusKey } from './admin-call.ts'

type AdminAccessCardProps = { title: string; description: string; children: ReactNode }

export function AdminAccessCard({ title, description, children }: AdminAccessCardProps) {
  return (
    <div className="mx-auto max-w-md py-10 sm:py-16">
      <meta name="robots" content="noindex" />
      <Card className="p-6 sm:p-9">
        <span
          aria-hidden="true"
          className="mb-5 grid size-11 place-items-center rounded-control bg-accent-soft text-on-accent-soft"
        >
          <ShieldCheck className="size-5.5" />
        </span>
        <h1 className="text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-2 mb-6 text-pretty text-ink-soft">{description}</p>
        {children}
      </Card>
    </div>
  )
}

const failed = { title: 'Login Failed', words: 'Invalid username or password. Please try again.' }

const isStep = (error: Error) => error instanceof ApiError && error.code === 'second_factor_required'

/** User name and password, then the code of two-factor authentication if it is on. */
export function AdminLoginForm({ onForgot }: { onForgot: (username: string) => void }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [asksForCode, setAsksForCode] = useState(false)
  const codeField = useRef<HTMLInputElement>(null)
  return (
    <ActionForm
      label="Admin Login"
      schema={adminLoginEndpoint.body}
      run={(body) => callAdmin(adminLoginEndpoint, body)}
      onDone={async (account) => {
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
      {/* Both steps send all values, so that the server stores nothing in between. */}
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
      // The code field appears after a submission and is the only field, so it gets the focus.
      ref={(input) => {
        field.current = input
        input?.focus()
      }}
      hint="Six digits of your authenticator app, or one of your recovery codes."
    />
  )
}

const setupForm = z
  .object({
    username: adminUsername,
    password: newPassword,
    confirmPassword: confirmation,
    // Only the form of a production server has this field.
    setupCode: z.optional(z.string().check(z.trim(), z.minLength(1, 'The setup code is required'))),
  })
  .check(passwordsMatch('password'))

/** Creates the only operator. `asksForCode`: the code from the server's log is required too. */
export function AdminSetupForm({ asksForCode }: { asksForCode: boolean }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (
    <ActionForm
      label="Admin Setup"
      schema={setupForm}
      run={({ username, password, setupCode }) =>
        callAdmin(adminSetupEndpoint, { username, password, setupCode })
      }
      onDone={async (account) => {
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
