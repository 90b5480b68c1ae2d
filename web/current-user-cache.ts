import type { QueryClient } from '@tanstack/react-query'
import { type CurrentUser, currentUserEndpoint, listSessionsEndpoint } from '#contract/accounts.ts'
import { searchHistoryEndpoint, usageStatsEndpoint } from '#contract/usage.ts'
import { ApiError } from './api-client.ts'

export const currentUserKey = [currentUserEndpoint.path]
const usageKey = [usageStatsEndpoint.path]
export const historyKey = [searchHistoryEndpoint.path]
export const sessionsKey = [listSessionsEndpoint.path]
/** What the person pays; named here without the contract, which the first load does not need. */
export const billingKey = ['billing']
/** What the person brought themselves: their collections, and what was found in them. */
export const ownKey = ['own']
export const savedResultsKey = (session: string | null) => ['search-results', session]

const personalKeys = [usageKey, historyKey, sessionsKey, billingKey, ownKey]

/** Stores who is signed in. Results on screen stay, but for Pro, whose answers hold more. */
export function adoptUser(queryClient: QueryClient, user: CurrentUser): void {
  if (user.subscriptionTier === 'pro') void queryClient.resetQueries({ queryKey: ['search-results'] })
  queryClient.setQueryData(currentUserKey, user)
}

/** The session ended: personal data is removed, the results stay. */
function clearUser(queryClient: QueryClient): void {
  removeSignedInHint()
  queryClient.setQueryData(currentUserKey, null)
  for (const queryKey of personalKeys) queryClient.removeQueries({ queryKey })
}

/** A person signed out on purpose: nothing of theirs stays in this page. */
export function clearPersonalData(queryClient: QueryClient): void {
  clearUser(queryClient)
  queryClient.removeQueries({ queryKey: ['search-results'] })
}

/** What a search alters. */
export function refreshUsage(queryClient: QueryClient): void {
  for (const queryKey of [usageKey, historyKey]) void refetchFresh(queryClient, queryKey)
}

/** A first answer that is still pending may be older than what changed; without this it would stay. */
export async function refetchFresh(queryClient: QueryClient, queryKey: readonly string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey })
  await queryClient.invalidateQueries({ queryKey })
}

/** What a change of plan alters; done once it is known who the person is now. */
export async function refreshPlan(queryClient: QueryClient): Promise<void> {
  refreshUsage(queryClient)
  void refetchFresh(queryClient, billingKey)
  // Answers hold more for Pro, and less without it.
  void queryClient.resetQueries({ queryKey: ['search-results'] })
  await refetchFresh(queryClient, currentUserKey)
}

/** A session other than a person's has ended, such as the operator's. */
export abstract class SessionOverError extends Error {
  /** Says so once, and removes what belonged to it. */
  abstract end(queryClient: QueryClient): void
}

/** A session that ended in the middle of something is noticed wherever it shows first. */
export function noticeSessionEnd(queryClient: QueryClient, error: Error): void {
  if (error instanceof SessionOverError) error.end(queryClient)
  if (error instanceof ApiError && error.code === 'unauthenticated') clearUser(queryClient)
}

/** The server sets and removes this cookie with the session's, which no script can see. */
const hint = /(?:^|; )signed-in=1(?:;|$)/u

/** True when somebody seems to be signed in here: only then is the server asked who. */
export function seemsSignedIn(): boolean {
  return typeof document !== 'undefined' && hint.test(document.cookie)
}

export function removeSignedInHint(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser.
  document.cookie = 'signed-in=; path=/; max-age=0; samesite=lax'
}
