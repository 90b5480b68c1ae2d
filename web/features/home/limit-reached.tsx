import { Hourglass } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { isLimitError } from '#web/failure-messages.ts'
import { ProWords } from '#web/features/billing/pro-offer.tsx'
import type { SearchState } from '#web/features/search/use-search.ts'
import { lazyComponent } from '#web/lazy-component.ts'
import { authAddress } from '#web/next-path.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

const MonthlyLimitPrompt = lazy(async () => ({
  default: (await import('./account-overview.tsx')).MonthlyLimitPrompt,
}))
const AuthPrompt = lazyComponent(() => import('#web/features/search/auth-prompt.tsx'), 'AuthPrompt')

/** What can be done once no search is left. A visitor is asked by itself, once, when the last one was made or refused. */
export function LimitReached({ user, state }: { user: CurrentUser | null; state: SearchState }) {
  const { pathname, search } = useLocation()
  // Null: the person has not yet said whether they want to be asked.
  const [asked, setAsked] = useState<boolean | null>(null)
  const refused = state.kind === 'failed' && isLimitError(state.error)
  const justUsed = state.kind === 'done' && state.fresh
  if (user !== null) {
    return (
      <Suspense>
        <MonthlyLimitPrompt />
      </Suspense>
    )
  }
  return (
    <>
      <Callout tone="notice" icon={<Hourglass />}>
        <p className="font-medium">Free searches used up today</p>
        <p>
          {`Sign in to get ${limits.freeSearchesPerMonth} free searches per month`}
          <ProWords>, or upgrade to Pro for unlimited access</ProWords>.
        </p>
        <p className="text-ink-soft">
          Free searches start again at midnight UTC. Results you already have stay open at their address.
        </p>
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Link to={authAddress(`${pathname}${search}`)} className={buttonLink({ variant: 'primary' })}>
            Sign In
          </Link>
          <Button onClick={() => setAsked(true)}>See what an account gives</Button>
        </div>
      </Callout>
      <Suspense>
        <AuthPrompt open={asked ?? (refused || justUsed)} onClose={() => setAsked(false)} />
      </Suspense>
    </>
  )
}
