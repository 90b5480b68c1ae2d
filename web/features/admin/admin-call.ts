import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, callEndpoint, fetchDownload, type JsonEndpoint } from '#web/api-client.ts'
import { SessionOverError } from '#web/current-user-cache.ts'
import { showToast } from '#web/ui/toast.tsx'
import { type Action, useAction } from '#web/use-action.ts'
import { useEndpoint } from '#web/use-endpoint.ts'

/** The operator's session has ended: the dashboard then redirects to the sign-in page. */
class AdminSessionOverError extends SessionOverError {
  constructor(cause: unknown) {
    super('Your admin session has ended. Please sign in again.', { cause })
    this.name = 'AdminSessionOverError'
  }

  override end(queryClient: QueryClient): void {
    // Nobody was signed in, or a concurrent request has already shown the message.
    if (!queryClient.getQueryData(adminAccountKey)) return
    showToast({ title: 'Signed out', description: this.message, tone: 'destructive' })
    clearAdmin(queryClient)
  }
}

export function withQuery<E extends Endpoint>(endpoint: E, query: Readonly<Record<string, string>>) {
  return { ...endpoint, path: `${endpoint.path}?${new URLSearchParams(query)}` }
}

/** In the admin area, a missing session is always the operator's. */
function throwAdminFailure(error: unknown): never {
  const over = error instanceof ApiError && error.code === 'unauthenticated'
  throw over ? new AdminSessionOverError(error) : error
}

/** Calls an endpoint of the admin area. Throws what `callEndpoint` throws, or AdminSessionOverError. */
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

// All operator data is cached under one key, so it can be removed or refetched at once.
export const operatorKey = ['operator']

export const setupStatusKey = [setupStatusEndpoint.path]
const adminAccountKey = [currentAdminEndpoint.path]

export function adminKey(endpoint: Endpoint, ...query: readonly unknown[]) {
  return [...operatorKey, endpoint.path, ...query]
}

export const refreshIntervals = { statsMs: 30_000, searchesMs: 30_000, usersMs: 60_000 } as const

/** Stores the signed-in operator, which also means that setup is done. */
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
  /** The polling interval. Data older than this is also refetched when the tab becomes visible. */
  refreshMs?: number
}

/** Data of an admin endpoint. Old data stays visible until the response to a new query arrives. */
export function useAdminQuery<E extends JsonEndpoint>(endpoint: E, { query, refreshMs }: Options = {}) {
  return useQuery({
    queryKey: query ? adminKey(endpoint, query) : adminKey(endpoint),
    queryFn: () => callAdmin(query ? withQuery(endpoint, query) : endpoint),
    placeholderData: keepPreviousData,
    ...(refreshMs === undefined ? {} : { refetchInterval: refreshMs, staleTime: refreshMs }),
  })
}

/** An action of the operator. Visible admin data is refetched afterwards. */
export function useAdminAction<R, I = void>(action: Action<I, R>) {
  return useAction<R, I>({ invalidates: [operatorKey], ...action })
}

/** Whether setup is still needed. */
export const useSetupStatus = () => useEndpoint(setupStatusEndpoint)

/** The signed-in operator, requested only after setup. If the request fails, the result is `signed-out`. */
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
