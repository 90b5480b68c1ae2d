import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { MainLink } from '#web/features/site/button-link.tsx'
import { authAddress } from '#web/next-path.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { useSessionEnded } from '#web/use-current-user.ts'

/** Shown in place of a page that needs an account; sign-in leads back to the page. It says why a session ended. */
export function SignInFirst({ heading, words }: { heading: string; words: string }) {
  const { pathname, search } = useLocation()
  const hasEnded = useSessionEnded()
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <h1 className="sr-only">{heading}</h1>
      <SignInPanel title={words} next={`${pathname}${search}`}>
        {hasEnded
          ? 'Your session has ended, such as by a sign-out in another tab or by a new password. Sign in again, and you return to this page.'
          : 'You return to this page afterwards.'}
      </SignInPanel>
    </div>
  )
}

export function SignInPanel({ title, next, children }: { title: string; next: string; children: ReactNode }) {
  return (
    <StatePanel icon={<LogIn />} title={title} actions={<MainLink to={authAddress(next)}>Sign In</MainLink>}>
      <p>{children}</p>
    </StatePanel>
  )
}
