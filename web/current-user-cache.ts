import type { QueryClient } from '@tanstack/react-query'
import { type CurrentUser, currentUserEndpoint, listSessionsEndpoint } from '#contract/accounts.ts'
import { searchHistoryEndpoint, usageStatsEndpoint } from '#contract/usage.ts'
import { ApiError } from './api-client.ts'

export const currentUserKey = [currentUserEndpoint.path]
const usageKey = [usageStatsEndpoint.path]
export const historyKey = [searchHistoryEndpoint.path]
export const sessionsKey = [listSessionsEndpoint.path]
/** The billing status. A literal, because the first load does not include the contract with its path. */
export const billingKey = ['billing']
/** The person's own material: their collections and the search results in them. */
export const ownKey = ['own']
/** The person's API keys. A literal, because the first load does not include the contract with its path. */
export const apiKeysKey = ['api-keys']
/** The ways to sign in. A literal, because the first load does not include the contract with its path. */
export const signInMethodsKey = ['sign-in-methods']
/** True after a session has ended without a sign-out on this page. */
export const sessionEndedKey = ['session-ended']
export const savedResultsKey = (session: string | null) => ['search-results', session]

const personalKeys = [usageKey, historyKey, sessionsKey, billingKey, ownKey, apiKeysKey, signInMethodsKey]

/** Stores who is signed in. With Pro, visible results are requested again, because they then contain more. */
export function adoptUser(queryClient: QueryClient, user: CurrentUser): void {
  if (user.subscriptionTier === 'pro') void queryClient.resetQueries({ queryKey: ['search-results'] })
  queryClient.setQueryData(sessionEndedKey, false)
  queryClient.setQueryData(currentUserKey, user)
}

/** The session ended: personal data is removed, the results stay. */
function clearUser(queryClient: QueryClient): void {
  removeSignedInHint()
  queryClient.setQueryData(currentUserKey, null)
  for (const queryKey of personalKeys) queryClient.removeQueries({ queryKey })
}

/** Explicit sign-out: all personal data is removed from the page. */
export function clearPersonalData(queryClient: QueryClient): void {
  clearUser(queryClient)
  queryClient.removeQueries({ queryKey: ['search-results'] })
}

/** Queries that a search changes. */
export function refreshUsage(queryClient: QueryClient): void {
  for (const queryKey of [usageKey, historyKey]) void refetchFresh(queryClient, queryKey)
}

/**
 * Refetches a query. An earlier request that is still pending is cancelled: its response may be older than
 * the change.
 */
export async function refetchFresh(queryClient: QueryClient, queryKey: readonly string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}

/** Queries that a change of plan affects; refetched once the current user is known. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  refreshUsage(queryClient)
  void refetchFresh(queryClient, billingKey)
  // Results contain more for Pro, so they are requested again.
  void queryClient.resetQueries({ queryKey: ['search-results'] })
  await refetchFresh(queryClient, currentUserKey)
}

/** A session other than a user's has ended, such as the operator's. */
export abstract class SessionOverError extends Error {
  /** Shows one message, and removes the data of that session. */
  abstract end(queryClient: QueryClient): void
}

/** The first request that fails reveals an expired session. */
export function noticeSessionEnd(queryClient: QueryClient, error: Error): void {
  if (error instanceof SessionOverError) error.end(queryClient)
  if (!(error instanceof ApiError) || error.code !== 'unauthenticated') return
  // A request that was sent before a sign-out can fail after it.
  if (queryClient.getQueryData(currentUserKey) !== null) queryClient.setQueryData(sessionEndedKey, true)
  clearUser(queryClient)
}

/** The server sets and removes this cookie together with the session cookie, which scripts cannot read. */
const hint = /(?:^|; )signed-in=1(?:;|$)/u

/** True if somebody seems to be signed in. Only then is the current user requested. */
export function seemsSignedIn(): boolean {
  return typeof document !== 'undefined' && hint.test(document.cookie)
}

export function removeSignedInHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = 'signed-in=; path=/; max-age=0; samesite=lax'
}
