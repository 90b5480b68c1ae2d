import { clsx } from 'clsx'
import { WifiOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/accounts.ts'
import { isLimitError, isNetworkLimitError } from '#web/failure-messages.ts'
import { LimitReached } from '#web/features/home/limit-reached.tsx'
import { SearchHead } from '#web/features/home/search-head.tsx'
import { useAccountAllowance } from '#web/features/home/use-account-allowance.ts'
import { ResultsSkeleton } from '#web/features/results/results-skeleton.tsx'
import { SavedPostsLink } from '#web/features/results/saved-posts-link.tsx'
import { foundWords } from '#web/features/results/search-outcome.ts'
import { ExampleLinks } from '#web/features/search/keyword-suggestions.tsx'
import { LostResults, SearchFailure } from '#web/features/search/search-failure.tsx'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { useAllowance } from '#web/features/search/use-allowance.ts'
import { SearchAtOnce, type SearchState, useSearch } from '#web/features/search/use-search.ts'
import { homeTitle } from '#web/features/site/built-pages.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { useOnline } from '#web/features/site/use-online.ts'
import { lazyComponent } from '#web/lazy-component.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCurrentUser } from '#web/use-current-user.ts'

const AccountHistory = lazyComponent(() => import('#web/features/home/account-history.tsx'), 'AccountHistory')

const OwnMatches = lazyComponent(() => import('#web/features/own/own-matches.tsx'), 'OwnMatches')

function statusWords(state: SearchState): string {
  if (state.kind === 'searching') return 'Finding Opportunities...'
  if (state.kind === 'reloading') return 'Loading the original results'
  if (state.kind === 'done') return foundWords(state.outcome)
  return ''
}

export function pageTitle(keyword: string): string {
  return keyword === '' ? homeTitle : `${keyword} · Unmet`
}

/** The search and its results; `welcome` is shown below while there are none. */
export function SearchPage({ welcome = null }: { welcome?: ReactNode }) {
  const { user, expected } = useCurrentUser()
  const visitor = useAllowance()
  const account = useAccountAllowance(user)
  const allowance = user === null ? visitor : account
  // A visitor's count stays hidden until it is known whether somebody is signed in.
  const limitReached = allowance.limitReached && !expected
  const online = useOnline()
  const search = useSearch(allowance)
  const { keyword, state } = search
  const beyond = useSearchBeyond(limitReached, user === null, state)
  const shownKeyword = keyword || (state.kind === 'done' ? state.outcome.keyword : '')
  const idle = state.kind === 'idle'
  const hasRows = state.kind === 'done' && state.outcome.results.length > 0
  const ofNetwork = user === null && state.kind === 'failed' && isNetworkLimitError(state.error)
  const left = user === null && !expected && !limitReached && !ofNetwork ? allowance.message : ''
  useDocumentTitle(pageTitle(shownKeyword))
  return (
    <div
      data-wide-page={idle ? undefined : ''}
      className={clsx('flex flex-col pb-20', pageSpacing(idle, user, expected))}
    >
      <div className={clsx('flex flex-col', idle ? 'gap-6' : 'gap-4')}>
        <SearchHead brief={!idle} />
        <SearchForm
          keyword={shownKeyword}
          searching={state.kind === 'searching'}
          allowance={left}
          limitReached={limitReached && (user !== null || beyond.tried)}
          docked={!idle}
          onSearch={beyond.tryAnother ?? search.submit}
        />
        {idle || hasRows || left === '' ? null : <p className="text-sm font-medium tabular-nums">{left}</p>}
        {idle ? <ExampleLinks /> : null}
        {idle ? <SavedPostsLink /> : null}
        {limitReached || ofNetwork ? (
          <LimitReached user={user} tried={beyond.tried || ofNetwork} ofNetwork={ofNetwork} />
        ) : null}
        {online || state.kind === 'failed' ? null : (
          <Callout icon={<WifiOff />}>
            You are offline. Results stay visible, and search works again once you are connected.
          </Callout>
        )}
      </div>
      <p role="status" className="sr-only">
        {statusWords(state)}
      </p>
      {state.kind === 'done' && user !== null ? (
        <Suspense>
          <OwnMatches keyword={state.outcome.keyword} />
        </Suspense>
      ) : null}
      <SearchAtOnce value={user?.subscriptionTier === 'pro' ? search.submit : null}>
        <SearchBody search={search} left={left} limitReached={limitReached || ofNetwork} welcome={welcome} />
      </SearchAtOnce>
      <Aftermath idle={idle} />
    </div>
  )
}

/** A visitor may try one search more than allowed: it opens the sign-up prompt and does not count. */
function useSearchBeyond(limitReached: boolean, isVisitor: boolean, state: SearchState) {
  const [tried, setTried] = useState(false)
  const refused = state.kind === 'failed' && isLimitError(state.error)
  return {
    tried: limitReached && (tried || refused),
    tryAnother: limitReached && isVisitor ? () => setTried(true) : null,
  }
}

function pageSpacing(idle: boolean, user: CurrentUser | null, expected: boolean): string {
  if (!idle) return 'min-h-dvh gap-4 pt-4 lg:gap-3 lg:pt-2'
  return user === null && !expected ? 'gap-14 pt-12 sm:pt-20' : 'min-h-dvh gap-10 pt-8 sm:pt-12'
}

function Aftermath({ idle }: { idle: boolean }) {
  const { user, expected } = useCurrentUser()
  const waiting = <Skeleton shape="card" className="h-48 w-full" />
  if (expected) return waiting
  if (user === null) return null
  return (
    <Suspense fallback={waiting}>
      <AccountHistory user={user} idle={idle} />
    </Suspense>
  )
}

type SearchBodyProps = {
  search: ReturnType<typeof useSearch>
  /** The remaining searches as text. */
  left: string
  /** The remaining searches are already shown above. */
  limitReached: boolean
  welcome: ReactNode
}

function SearchBody({ search, left, limitReached, welcome }: SearchBodyProps) {
  const { state } = search
  switch (state.kind) {
    case 'idle':
      return welcome
    case 'searching':
    case 'reloading':
      return <ResultsSkeleton />
    case 'failed':
      if (limitReached && isLimitError(state.error)) return null
      return <SearchFailure error={state.error} onRetry={() => search.submit(search.keyword)} />
    case 'lost':
      return <LostResults error={state.error} onRetry={() => void search.retrySaved()} />
    case 'done': {
      const { outcome, fresh } = state
      return <SearchResults key={outcome.sessionId} outcome={outcome} fresh={fresh} left={left} />
    }
  }
}
