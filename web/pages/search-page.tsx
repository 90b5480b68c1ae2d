import { clsx } from 'clsx'
import WifiOff from 'lucide-react/icons/wifi-off'
import { LimitPrompt } from '#web/features/search/limit-prompt.tsx'
import { ReadingGuide } from '#web/features/search/reading-guide.tsx'
import { ResultsSkeleton } from '#web/features/search/results-skeleton.tsx'
import { LostResults, SearchFailure } from '#web/features/search/search-failure.tsx'
import { SearchForm } from '#web/features/search/search-form.tsx'
import { foundWords } from '#web/features/search/search-outcome.ts'
import { SearchResults } from '#web/features/search/search-results.tsx'
import { useAllowance } from '#web/features/search/use-allowance.ts'
import { type SearchState, useSearch } from '#web/features/search/use-search.ts'
import { useDocumentTitle } from '#web/features/site/use-document-title.ts'
import { useOnline } from '#web/features/site/use-online.ts'
import { Callout } from '#web/ui/callout.tsx'

/** What a screen reader is told about the search. */
function statusWords(state: SearchState): string {
  if (state.kind === 'searching') return 'Finding Opportunities...'
  if (state.kind === 'reloading') return 'Loading the original results'
  if (state.kind === 'done') return foundWords(state.outcome)
  return ''
}

function pageTitle(keyword: string): string {
  return keyword === '' ? 'Unmet: find the problems people already talk about' : `${keyword} · Unmet`
}

export function SearchPage() {
  const allowance = useAllowance()
  const online = useOnline()
  const { keyword, state, submit, retrySaved } = useSearch(allowance)
  const shownKeyword = keyword || (state.kind === 'done' ? state.outcome.keyword : '')
  const idle = state.kind === 'idle'
  useDocumentTitle(pageTitle(shownKeyword))
  return (
    <div className={clsx('flex flex-col pb-20', idle ? 'gap-14 pt-12 sm:pt-20' : 'gap-8 pt-6 sm:pt-8')}>
      {idle ? null : <meta name="robots" content="noindex" />}
      <div className="flex flex-col gap-6">
        <ProductLine brief={!idle} />
        <SearchForm
          keyword={shownKeyword}
          searching={state.kind === 'searching'}
          allowance={allowance.message}
          limitReached={allowance.limitReached}
          tips={idle}
          onSearch={submit}
        />
        {allowance.limitReached ? <LimitPrompt /> : null}
        {online || state.kind === 'failed' ? null : (
          <Callout icon={<WifiOff />}>
            You are offline. What you see stays; searching works again once you are connected.
          </Callout>
        )}
      </div>
      <p role="status" className="sr-only">
        {statusWords(state)}
      </p>
      <SearchBody state={state} onRetry={() => submit(keyword)} onRetrySaved={() => void retrySaved()} />
    </div>
  )
}

/** What the product does, in one line. */
function ProductLine({ brief }: { brief: boolean }) {
  return (
    <div className={brief ? 'sr-only' : 'max-w-3xl'}>
      <h1 className="text-4xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl sm:leading-[1.15]">
        Find the <mark className="mark-for px-1 decoration-4">problems</mark> people already talk about
      </h1>
      <p className="mt-4 text-lg leading-8 text-pretty text-ink-soft">
        Unmet searches public discussions for your keyword and scores each post for SaaS potential, with the
        very words that earned every point.
      </p>
    </div>
  )
}

type SearchBodyProps = { state: SearchState; onRetry: () => void; onRetrySaved: () => void }

function SearchBody({ state, onRetry, onRetrySaved }: SearchBodyProps) {
  switch (state.kind) {
    case 'idle':
      return <ReadingGuide />
    case 'searching':
    case 'reloading':
      return <ResultsSkeleton />
    case 'failed':
      return <SearchFailure error={state.error} onRetry={onRetry} />
    case 'lost':
      return <LostResults error={state.error} onRetry={onRetrySaved} />
    case 'done':
      return <SearchResults key={state.outcome.sessionId} outcome={state.outcome} fresh={state.fresh} />
  }
}
