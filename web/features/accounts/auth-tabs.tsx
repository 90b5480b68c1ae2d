import { Tabs } from '#web/ui/tabs.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
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
