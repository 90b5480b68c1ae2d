import { skipToken, useQuery } from '@tanstack/react-query'
import { type CurrentUser, currentUserEndpoint } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from './api-client.ts'
import { currentUserKey, removeSignedInHint, seemsSignedIn, sessionEndedKey } from './current-user-cache.ts'

/** Requests the current user; null if nobody is signed in. `onEnd`: the browser's session has ended. */
export async function fetchCurrentUser(onEnd?: () => void): Promise<CurrentUser | null> {
  try {
    return await callEndpoint(currentUserEndpoint)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    removeSignedInHint()
    onEnd?.()
    return null
  }
}

/** Whether the session ended without a sign-out on this page, such as by a new password in another browser. */
export function useSessionEnded(): boolean {
  const { data } = useQuery({ queryKey: sessionEndedKey, queryFn: skipToken, initialData: false })
  return data === true
}

/**
 * The current user. Requested once per page load if somebody seems to be signed in, and never refetched
 * automatically.
 */
export function useCurrentUser() {
  const query = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ client }) =>
      seemsSignedIn() ? fetchCurrentUser(() => client.setQueryData(sessionEndedKey, true)) : null,
  })
  // After a failed request, the page is shown as visitors see it, even during a retry.
  const unknown = query.data === undefined && query.errorUpdateCount > 0
  const loading = query.isPending && !unknown
  return {
    user: query.data ?? null,
    loading,
    /** True while the response is pending and somebody seems to be signed in. */
    expected: loading && seemsSignedIn(),
    /** Set after a failure: the error (null during a retry) and a function that retries. */
    unreachable: unknown ? { error: query.error, asking: query.isFetching, askAgain: query.refetch } : null,
  }
}
