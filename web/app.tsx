import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { RenderedSearchCount } from '#web/features/search/use-allowance.ts'
import { currentUserKey, noticeSessionEnd, seemsSignedIn } from './current-user-cache.ts'

type AppProps = {
  queryClient: QueryClient
  /** What the page was rendered with. */
  searchesToday: number
  /** The router, which is another one in the browser. */
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

/** Nothing goes stale, refetches or retries by itself: a search costs one of few, and results do not change. */
export function makeQueryClient(): QueryClient {
  const onError = (error: Error) => noticeSessionEnd(queryClient, error)
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        // A part that is shown anew does not ask again what failed: the page offers a button for that.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // Known without a question, so that the browser renders a built page exactly as it stands.
  if (!seemsSignedIn()) queryClient.setQueryData(currentUserKey, null)
  return queryClient
}
