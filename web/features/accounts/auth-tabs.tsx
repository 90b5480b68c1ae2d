import type { SignInProvider } from '#contract/accounts.ts'
import { buttonLink } from '#web/ui/button.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { providerNames, useSignInProviders } from './sign-in-providers.ts'
import { SignUpForm } from './sign-up-form.tsx'

export type AuthTab = 'sign-in' | 'sign-up'

type AuthTabsProps = {
  tab: AuthTab
  /** Where the person lands afterwards. */
  next: string
  onTab: (tab: AuthTab) => void
  onForgot: (email: string) => void
  onCheckMail: (email: string) => void
}

const otherWay = {
  'sign-in': { question: 'New to Unmet?', answer: 'Create a free account', leadsTo: 'sign-up' },
  'sign-up': { question: 'Have an account already?', answer: 'Sign in instead', leadsTo: 'sign-in' },
} as const

/** Both ways in, each under its tab. */
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

/** A button for each provider that this installation has keys for; nothing where there is none. */
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
          // Leaves the page: the provider's own site asks who the person is.
          <a key={provider} href={startAddress(provider, next)} className={buttonLink({ size: 'medium' })}>
            Continue with {providerNames[provider]}
          </a>
        ))}
      </div>
    </div>
  )
}
