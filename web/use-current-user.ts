import { useQuery } from '@tanstack/react-query'
import { type CurrentUser, currentUserEndpoint } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from './api-client.ts'
import { currentUserKey, removeSignedInHint, seemsSignedIn } from './current-user-cache.ts'

/** Asks who is signed in; null is nobody. */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  try {
    return await callEndpoint(currentUserEndpoint)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    removeSignedInHint()
    return null
  }
}

/** Who is signed in. Asked once a page load where somebody seems to be, and never again by itself. */
export function useCurrentUser() {
  const query = useQuery({
    queryKey: currentUserKey,
    queryFn: () => (seemsSignedIn() ? fetchCurrentUser() : null),
  })
  return {
    user: query.data ?? null,
    loading: query.isPending,
    /** True while the answer is pending and somebody seems to be signed in. */
    expected: query.isPending && seemsSignedIn(),
  }
}
