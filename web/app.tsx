import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { RenderedSearchCount } from '#web/features/search/use-allowance.ts'
import { currentUserKey, noticeSessionEnd, seemsSignedIn } from './current-user-cache.ts'

type AppProps = {
  queryClient: QueryClient
  /** The data that the page was rendered with. */
  searchesToday: number
  /** The router: a different one in the browser and on the server. */
  children: ReactNode
}

export function App({ queryClient, searchesToday, children }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RenderedSearchCount value={searchesToday}>{children}</RenderedSearchCount>
      </QueryClientProvider>
    </StrictMode>
  )
}

/**
 * Queries never become stale, and are not refetched or retried automatically: a search uses up the allowance,
 * and results do not change.
 */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => noticeSessionEnd(queryClient, error)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // A component that mounts again does not refetch a failed query: the page has a button for that.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Without a session no request is needed, so the browser renders the same markup as the build.
  if (!seemsSignedIn()) queryClient.setQueryData(currentUserKey, null)
  return queryClient
}
