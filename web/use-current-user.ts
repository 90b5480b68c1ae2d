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
  // Once asking has failed the page stays a visitor's, also while it is asked again.
  const unknown = query.data === undefined && query.errorUpdateCount > 0
  const loading = query.isPending && !unknown
  return {
    user: query.data ?? null,
    loading,
    /** True while the answer is pending and somebody seems to be signed in. */
    expected: loading && seemsSignedIn(),
    /** Set where asking failed: what went wrong, null while it is asked again, and how to ask. */
    unreachable: unknown ? { error: query.error, asking: query.isFetching, askAgain: query.refetch } : null,
  }
}
