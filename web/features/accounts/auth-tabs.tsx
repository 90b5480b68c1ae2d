import { useQueryClient } from '@tanstack/react-query'
import MailCheck from 'lucide-react/icons/mail-check'
import type * as z from 'zod/mini'
import { type CurrentUser, loginEndpoint, registerEndpoint, type SignInProvider } from '#contract/accounts.ts'
import { callEndpoint } from '#web/api-client.ts'
import { adoptUser } from '#web/current-user-cache.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { PasswordField } from '#web/ui/text-field.tsx'
import { useArrivalFocus } from '#web/ui/use-arrival-focus.ts'
import { fetchCurrentUser } from '#web/use-current-user.ts'
import { ActionForm } from './action-form.tsx'
import { IdentityField, NameFields, passwordAdvice, SignInFields } from './credential-fields.tsx'
import { mailNote } from './mail-note.ts'
import { providerNames, useSignInProviders } from './sign-in-providers.ts'

export type AuthTab = 'sign-in' | 'sign-up'

export const authHeadings = { 'sign-in': 'Sign in to Unmet', 'sign-up': 'Create your free account' } as const

type AuthTabsProps = {
  tab: AuthTab
  /** Where to navigate after sign-in. */
  next: string
  onTab: (tab: AuthTab) => void
  onForgot: (email: string) => void
  onCheckMail: (email: string) => void
}

const otherWay = {
  'sign-in': { question: 'New to Unmet?', answer: 'Create a free account', leadsTo: 'sign-up' },
  'sign-up': { question: 'Have an account already?', answer: 'Sign in instead', leadsTo: 'sign-in' },
} as const

export function AuthTabs({ tab, next, onTab, onForgot, onCheckMail }: AuthTabsProps) {
  const { question, answer, leadsTo } = otherWay[tab]
  return (
    <div className="flex flex-1 flex-col">
      <Tabs
        label="Sign in or sign up"
        tabs={[
          { value: 'sign-in', label: 'Sign In', panel: () => <SignInForm onForgot={onForgot} /> },
          { value: 'sign-up', label: 'Sign Up', panel: () => <SignUpForm onCheckMail={onCheckMail} /> },
        ]}
        value={tab}
        onChange={onTab}
        panelClass="pt-6"
      />
      <ProviderButtons next={next} />
      <p className="mt-auto pt-7 text-sm text-ink-soft">
        {question}{' '}
        <button
          type="button"
          onClick={() => onTab(leadsTo)}
          className="font-medium text-ink underline decoration-line-strong underline-offset-4"
        >
          {answer}
        </button>
      </p>
    </div>
  )
}

function startAddress(provider: SignInProvider, next: string): string {
  return `/api/auth/${provider}?${new URLSearchParams({ returnTo: next })}`
}

/** A button for each provider that this installation has keys for. Shows nothing if there are none. */
function ProviderButtons({ next }: { next: string }) {
  const { data } = useSignInProviders()
  const providers = data?.providers ?? []
  if (providers.length === 0) return null
  return (
    <div className="mt-6">
      <p className="flex items-center gap-3 text-sm text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="mt-5 flex flex-col gap-3">
        {providers.map((provider) => (
          // Leaves the page: sign-in continues on the provider's site.
          <a key={provider} href={startAddress(provider, next)} className={buttonLink({ size: 'medium' })}>
            Continue with {providerNames[provider]}
          </a>
        ))}
      </div>
    </div>
  )
}

/** E-mail and password. The page decides where to navigate afterwards. */
function SignInForm({ onForgot }: { onForgot: (email: string) => void }) {
  const queryClient = useQueryClient()
  return (
    <ActionForm
      label="Sign In"
      schema={loginEndpoint.body}
      run={(body) => callEndpoint(loginEndpoint, { body })}
      onDone={(user) => adoptUser(queryClient, user)}
      toast={{ title: 'Welcome back!' }}
      failed={{ title: 'Login Failed', words: 'Invalid email or password. Please try again.' }}
      submit="Sign In"
      pendingLabel="Signing in..."
    >
      <SignInFields kind="email" onForgot={onForgot} />
    </ActionForm>
  )
}

type Registration = z.output<typeof registerEndpoint.body>

// The response to a registration is the same for everybody. Only the next request says who is signed in. If
// that request fails, the account exists nevertheless.
async function register(body: Registration): Promise<CurrentUser | null> {
  await callEndpoint(registerEndpoint, { body })
  return fetchCurrentUser().catch(() => null)
}

type SignUpFormProps = {
  /** If the address already has an account, its owner gets the details by mail. */
  onCheckMail: (email: string) => void
}

function SignUpForm({ onCheckMail }: SignUpFormProps) {
  const queryClient = useQueryClient()
  return (
    <ActionForm
      label="Sign Up"
      schema={registerEndpoint.body}
      run={register}
      onDone={(user, { email }) => (user === null ? onCheckMail(email) : adoptUser(queryClient, user))}
      toast={(user) => (user === null ? null : { title: 'Account Created!' })}
      failed={{ title: 'Registration Failed', words: 'Failed to create your account. Please try again.' }}
      fieldOfError={{ password_too_common: 'password' }}
      submit="Create Account"
      pendingLabel="Creating your account..."
    >
      <NameFields />
      <IdentityField kind="email" />
      <PasswordField label="Password" name="password" autoComplete="new-password" hint={passwordAdvice} />
    </ActionForm>
  )
}

type CheckMailPanelProps = { email: string; onSignIn: () => void; onForgot: () => void }

/**
 * Shown after a registration without a sign-in. The mail contains the next step. The page does not reveal
 * whether an account exists.
 */
export function CheckMailPanel({ email, onSignIn, onForgot }: CheckMailPanelProps) {
  const heading = useArrivalFocus(email)
  return (
    <StatePanel
      icon={<MailCheck />}
      title="Check your mail"
      headingRef={heading}
      actions={
        <>
          <Button variant="primary" size="medium" onClick={onSignIn}>
            Back to Sign In
          </Button>
          <Button size="medium" onClick={onForgot}>
            Reset my password
          </Button>
        </>
      }
    >
      <p>
        We wrote to <strong className="font-semibold text-ink">{email}</strong>; the mail says how to go on.
        If you already have an account with this address, sign in with the password you chose then.
      </p>
      <p className="mt-2 empty:hidden">{mailNote()}</p>
    </StatePanel>
  )
}
