import { Hourglass } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CurrentUser } from '#contract/accounts.ts'
import { limits } from '#contract/limits.ts'
import { ProWords } from '#web/features/billing/pro-offer.tsx'
import { readSiteFacts } from '#web/features/site/read-site-facts.ts'
import { lazyComponent } from '#web/lazy-component.ts'
import { authAddress } from '#web/next-path.ts'
import { Button, buttonLink } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

const MonthlyLimitPrompt = lazyComponent<'MonthlyLimitPrompt', { refused: boolean }>(
  () => import('./account-overview.tsx'),
  'MonthlyLimitPrompt',
)
const AuthPrompt = lazyComponent(() => import('#web/features/search/auth-prompt.tsx'), 'AuthPrompt')

type LimitReachedProps = {
  user: CurrentUser | null
  /** True once somebody has tried one search more than allowed. */
  tried: boolean
  /** True if the visitors of the network have used up its searches, however many this one has made. */
  ofNetwork: boolean
}

/** Shown once no search is left. A visitor's next attempt opens the sign-up prompt, but only once. */
export function LimitReached({ user, tried, ofNetwork }: LimitReachedProps) {
  const { pathname, search } = useLocation()
  // Null until the person opens or closes the prompt.
  const [asked, setAsked] = useState<boolean | null>(null)
  const signIn = useRef<HTMLAnchorElement>(null)
  if (user !== null) {
    return (
      <Suspense>
        <MonthlyLimitPrompt refused={tried} />
      </Suspense>
    )
  }
  return (
    <>
      <Callout tone="notice" icon={<Hourglass />}>
        <p className="font-medium">Free searches used up today</p>
        <p>
          {readSiteFacts().searchLimit === 'off' ? (
            'Sign in to search without a limit.'
          ) : (
            <>
              {`Sign in to get ${limits.freeSearchesPerMonth} free searches per month`}
              <ProWords>, or upgrade to Pro for unlimited access</ProWords>.
            </>
          )}
        </p>
        <p className="text-ink-soft">
          {ofNetwork ? 'The visitors on your network share a number of free searches. ' : ''}
          Free searches reset at midnight UTC. Results you already have stay available at their URL.
        </p>
        <div className="mt-3 flex flex-wrap gap-2.5">
          <Link
            ref={signIn}
            to={authAddress(`${pathname}${search}`)}
            className={buttonLink({ variant: 'primary' })}
          >
            Sign In
          </Link>
          <Button onClick={() => setAsked(true)}>See what an account includes</Button>
        </div>
      </Callout>
      <Suspense>
        <AuthPrompt
          ofNetwork={ofNetwork}
          open={asked ?? tried}
          onClose={() => setAsked(false)}
          // The search box is disabled in this state, unless only the network has no searches left.
          findReturn={() => (tried ? signIn.current : null)}
        />
      </Suspense>
    </>
  )
}
