import { Tabs } from '@base-ui/react/tabs'
import { TabList } from '#web/ui/tab-list.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export type AuthTab = 'sign-in' | 'sign-up'

const tabs = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const

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
    <Tabs.Root
      className="flex flex-1 flex-col"
      value={tab}
      onValueChange={(value) => onTab(value === 'sign-up' ? 'sign-up' : 'sign-in')}
    >
      <TabList label="Sign in or sign up" tabs={tabs} />
      <Tabs.Panel value="sign-in" className="pt-6 outline-none" tabIndex={-1}>
        <SignInForm onForgot={onForgot} />
      </Tabs.Panel>
      <Tabs.Panel value="sign-up" className="pt-6 outline-none" tabIndex={-1}>
        <SignUpForm onCheckMail={onCheckMail} />
      </Tabs.Panel>
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
    </Tabs.Root>
  )
}
