import LogIn from 'lucide-react/icons/log-in'
import { Link, useLocation } from 'react-router'
import { authAddress } from '#web/next-path.ts'
import { buttonLink } from '#web/ui/button.tsx'
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
        actions={
          <Link
            to={authAddress(`${pathname}${search}`)}
            className={buttonLink({ variant: 'primary', size: 'medium' })}
          >
            Sign In
          </Link>
        }
      >
        <p>You come back here afterwards.</p>
      </StatePanel>
    </div>
  )
}
