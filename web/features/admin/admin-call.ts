import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, callEndpoint, fetchDownload, type JsonEndpoint } from '#web/api-client.ts'
import { SessionOverError } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { type Action, useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** The operator's session is over: the dashboard then leads to the sign-in. */
class AdminSessionOverError extends SessionOverError {
  constructor(cause: unknown) {
    super('Your admin session has ended. Please sign in again.', { cause })
    this.name = 'AdminSessionOverError'
  }

  override end(queryClient: QueryClient): void {
    // Nobody was signed in, or something else that was asked at the same time has said it.
    if (!queryClient.getQueryData(adminAccountKey)) return
    showToast({ title: 'Signed out', description: this.message, tone: 'destructive' })
    clearAdmin(queryClient)
  }
}

export function withQuery<E extends Endpoint>(endpoint: E, query: Readonly<Record<string, string>>) {
  return { ...endpoint, path: `${endpoint.path}?${new URLSearchParams(query)}` }
}

/** Here a missing session is always the operator's. */
function throwAdminFailure(error: unknown): never {
  const over = error instanceof ApiError && error.code === 'unauthenticated'
  throw over ? new AdminSessionOverError(error) : error
}

/** Calls an endpoint of the operator's area. Throws what `callEndpoint` throws, or AdminSessionOverError. */
export async function callAdmin<E extends JsonEndpoint>(
  endpoint: E,
  body?: unknown,
  params: Readonly<Record<string, string>> = {},
): Promise<z.output<E['output']>> {
  return callEndpoint(endpoint, { body, params }).catch(throwAdminFailure)
}

export async function fetchAdminDownload(endpoint: Endpoint): Promise<Blob> {
  return fetchDownload(endpoint, {}).catch(throwAdminFailure)
}

// Everything that only the operator may see is cached under one key: all of it can be removed, or read again, at once.
export const operatorKey = ['operator']

export const setupStatusKey = [setupStatusEndpoint.path]
const adminAccountKey = [currentAdminEndpoint.path]

export function adminKey(endpoint: Endpoint, ...query: readonly unknown[]) {
  return [...operatorKey, endpoint.path, ...query]
}

export const refreshIntervals = { statsMs: 30_000, searchesMs: 30_000, usersMs: 60_000 } as const

/** Stores who administers, which also means that the place is set up. */
export function adoptAdmin(queryClient: QueryClient, account: AdminAccount): void {
  queryClient.removeQueries({ queryKey: operatorKey })
  queryClient.setQueryData(setupStatusKey, { needsSetup: false, needsSetupCode: false })
  queryClient.setQueryData(adminAccountKey, account)
}

export function clearAdmin(queryClient: QueryClient): void {
  queryClient.setQueryData(adminAccountKey, null)
  queryClient.removeQueries({ queryKey: operatorKey })
}

type Options = {
  query?: Readonly<Record<string, string>>
  /** Read again so often, and on coming back to it after that time. */
  refreshMs?: number
}

/** What an endpoint returns to the operator. What was shown stays until the answer to another query has come. */
export function useAdminQuery<E extends JsonEndpoint>(endpoint: E, { query, refreshMs }: Options = {}) {
  return useQuery({
    queryKey: query ? adminKey(endpoint, query) : adminKey(endpoint),
    queryFn: () => callAdmin(query ? withQuery(endpoint, query) : endpoint),
    placeholderData: keepPreviousData,
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs, staleTime: refreshMs }),
  })
}

/** Something that the operator does. What is on screen of their area is read again afterwards. */
export function useAdminAction<R, I = void>(action: Action<I, R>) {
  return useAction<R, I>({ invalidates: [operatorKey], ...action })
}

/** Whether the place still waits for its operator. */
export const useSetupStatus = () => useEndpoint(setupStatusEndpoint)

/** Who administers. Requested only where the installation is set up; a lookup that fails counts as nobody. */
export function useAdmin(): AdminAccount | 'checking' | 'setup-needed' | 'signed-out' {
  const setup = useSetupStatus()
  const needsSetup = setup.data?.needsSetup ?? false
  const account = useQuery<AdminAccount | null>({
    queryKey: adminAccountKey,
    enabled: !setup.isPending && !needsSetup,
    queryFn: () => callAdmin(currentAdminEndpoint),
  })
  if (needsSetup) return 'setup-needed'
  return account.data ?? (setup.isPending || account.isPending ? 'checking' : 'signed-out')
}
