import { useQuery } from '@tanstack/react-query'
import { type CurrentUser, currentUserEndpoint } from '#contract/accounts.ts'
import { ApiError, callEndpoint } from '#web/api-client.ts'
import { currentUserKey } from './current-user-cache.ts'
import { keepSignedInHint, wasSignedIn } from './signed-in-hint.ts'

/** Asks who is signed in; null is nobody. */
export async function fetchCurrentUser(): Promise<CurrentUser | null> {
  try {
    const user = await callEndpoint(currentUserEndpoint)
    keepSignedInHint(true)
    return user
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    keepSignedInHint(false)
    return null
  }
}

type CurrentUserState = {
  user: CurrentUser | null
  loading: boolean
  /** True while the answer is on its way and this device was signed in last time. */
  expected: boolean
}

/** Who is signed in. Asked once a page load, and never again by itself. */
export function useCurrentUser(): CurrentUserState {
  const query = useQuery({ queryKey: currentUserKey, queryFn: fetchCurrentUser })
  return {
    user: query.data ?? null,
    loading: query.isPending,
    expected: query.isPending && wasSignedIn(),
  }
}
