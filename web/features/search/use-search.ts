import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext } from 'react'
import { useSearchParams } from 'react-router'
import { savedResultsEndpoint } from '#contract/search.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'
import { isLimitError, isNetworkLimitError, showFailure } from '#web/failure-messages.ts'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import { toolNames } from '#web/features/results/tool-address.ts'
import { closeToasts, showToast } from '#web/ui/toast.tsx'
import type { Allowance } from './use-allowance.ts'
import { followSearch, reportFound, startSearch } from './use-live-search.ts'

export type SearchState =
  | { kind: 'idle' }
  | { kind: 'searching' }
  | { kind: 'reloading' }
  | { kind: 'failed'; error: Error }
  | { kind: 'lost'; error: Error }
  | { kind: 'done'; outcome: SearchOutcome; fresh: boolean }

/** Searches for a keyword at once. Null if a search is not free: then the user has to submit the keyword. */
export const SearchAtOnce = createContext<((keyword: string) => void) | null>(null)

export const expiredWords =
  'Original results may have expired. Please download CSV immediately after future searches.'

async function reloadResults(session: string): Promise<SearchOutcome> {
  try {
    const outcome = await callEndpoint(savedResultsEndpoint, { params: { sessionToken: session } })
    showToast(
      outcome.example === true
        ? {
            title: 'Example opened',
            description: 'It uses posts of this site and does not count as a search.',
          }
        : {
            title: 'Original results loaded',
            description: 'Showing your original search - no credits used!',
          },
    )
    return outcome
  } catch (error) {
    showFailure("Couldn't load original results", error, expiredWords)
    throw error
  }
}

export function savedResultsQuery(session: string | null) {
  return { queryKey: savedResultsKey(session), queryFn: () => reloadResults(session ?? '') }
}

/** The URL of a search or its results. Filters and sorting are kept: they apply to new results too. */
function addressOf(now: URLSearchParams, keyword: string, session: string | null): URLSearchParams {
  const next = new URLSearchParams(now)
  next.set('q', keyword)
  if (session !== null) {
    next.set('session', session)
    return next
  }
  // The session, the open post and the need belong to the previous search.
  for (const name of ['session', ...toolNames]) if (name !== 'saved') next.delete(name)
  return next
}

/** True if the URL still asks for this keyword. The URL may have changed since the search began. */
function isStillAsked(keyword: string): boolean {
  const params = new URLSearchParams(window.location.search)
  return params.get('q') === keyword && !params.has('session')
}

/**
 * What the URL requests. `?q=` is a keyword that is searched for once it is submitted, `?session=` names
 * saved results.
 */
export function useSearch(allowance: Allowance) {
  const [params, setParams] = useSearchParams()
  const keyword = params.get('q') ?? ''
  const session = params.get('session')
  const queryClient = useQueryClient()

  const saved = useQuery({ ...savedResultsQuery(session), enabled: session !== null })

  const search = useMutation({
    mutationFn: startSearch,
    onSuccess: ({ outcome, later }) => {
      if (outcome.free !== true) allowance.countSearch()
      queryClient.setQueryData(savedResultsKey(outcome.sessionId), outcome)
      void followSearch(queryClient, outcome, { later, onFree: allowance.giveBack })
      if (isStillAsked(outcome.keyword)) {
        setParams((now) => addressOf(now, outcome.keyword, outcome.sessionId), { replace: true })
      }
      reportFound(outcome)
    },
    onError: (error) => {
      // The page says what to do. In another network, the visitor's own searches are still left.
      if (isNetworkLimitError(error)) return
      if (isLimitError(error)) allowance.exhaust()
      else showFailure('Search failed', error, 'Something went wrong with your search')
    },
  })

  const submit = (typed: string) => {
    closeToasts()
    setParams((now) => addressOf(now, typed, null))
    search.mutate(typed)
  }
  const own = session === null && search.variables === keyword
  const fresh = search.data !== undefined && search.data.outcome.sessionId === session
  return { keyword, submit, retrySaved: saved.refetch, state: currentState() }

  function currentState(): SearchState {
    if (session !== null) {
      if (saved.isFetching) return { kind: 'reloading' }
      if (saved.data) return { kind: 'done', outcome: saved.data, fresh }
      return saved.error ? { kind: 'lost', error: saved.error } : { kind: 'reloading' }
    }
    if (search.isPending && own) return { kind: 'searching' }
    return search.error && own ? { kind: 'failed', error: search.error } : { kind: 'idle' }
  }
}
