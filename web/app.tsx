import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import { RenderedSearchCount } from '#web/features/search/use-allowance.ts'
import { clearUser, currentUserKey, isSessionOver, seemsSignedIn } from './current-user-cache.ts'

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
  // A session that ended in the middle of something is noticed wherever it shows first.
  const onError = (error: Error) => {
    if (isSessionOver(error)) clearUser(queryClient)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
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
