import { Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { isLimitError } from '#web/failure-messages.ts'
import { LimitPrompt } from '#web/features/search/limit-prompt.tsx'
import type { SearchState } from '#web/features/search/use-search.ts'
import { lazyComponent } from '#web/lazy-component.ts'

const MonthlyLimitPrompt = lazyComponent(() => import('./monthly-limit-prompt.tsx'), 'MonthlyLimitPrompt')
const AuthPrompt = lazyComponent(() => import('#web/features/search/auth-prompt.tsx'), 'AuthPrompt')

type LimitReachedProps = { user: CurrentUser | null; state: SearchState }

/** What can be done once no search is left. A visitor is asked by itself, once, when the last one was made or refused. */
export function LimitReached({ user, state }: LimitReachedProps) {
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
      <LimitPrompt onMore={() => setAsked(true)} />
      <Suspense>
        <AuthPrompt open={asked ?? (refused || justUsed)} onClose={() => setAsked(false)} />
      </Suspense>
    </>
  )
}
