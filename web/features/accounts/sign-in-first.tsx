import LogIn from 'lucide-react/icons/log-in'
import { useLocation } from 'react-router'
import { MainLink } from '#web/features/site/button-link.tsx'
import { authAddress } from '#web/next-path.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'

/** Stands in place of a page that belongs to somebody; they come back to it. */
export function SignInFirst({ heading, words }: { heading: string; words: string }) {
  const { pathname, search } = useLocation()
  return (
    <div className="mx-auto max-w-xl py-10 sm:py-16">
      <h1 className="sr-only">{heading}</h1>
      <StatePanel
        icon={<LogIn />}
        title={words}
        actions={<MainLink to={authAddress(`${pathname}${search}`)}>Sign In</MainLink>}
      >
        <p>You come back here afterwards.</p>
      </StatePanel>
    </div>
  )
}
