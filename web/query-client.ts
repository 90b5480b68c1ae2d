import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { clearUser, currentUserKey, isSessionOver } from './current-user-cache.ts'
import { seemsSignedIn } from './signed-in-hint.ts'

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
