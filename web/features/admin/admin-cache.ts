import type { QueryClient } from '@tanstack/react-query'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'
import {
  adminChartsEndpoint,
  adminSearchSessionsEndpoint,
  adminStatsEndpoint,
  auditLogEndpoint,
} from '#contract/admin-overview.ts'
import { adminUserIdsEndpoint, userPageEndpoint } from '#contract/admin-users.ts'
import type { Endpoint } from '#contract/endpoint.ts'

// Everything that only the operator may see is cached under one key, so that all of it can be removed at once.
const operatorKey = 'operator'

export const setupStatusKey = [setupStatusEndpoint.path]
export const adminAccountKey = [currentAdminEndpoint.path]

/** The key of what an endpoint returns to the operator; without a query, of all its answers. */
export function adminKey(endpoint: Endpoint, ...query: readonly unknown[]) {
  return [operatorKey, endpoint.path, ...query]
}

/** The keys of some endpoints, each of all its answers. */
export function adminKeys(...endpoints: readonly Endpoint[]) {
  return endpoints.map((endpoint) => adminKey(endpoint))
}

export const refreshIntervals = { statsMs: 30_000, searchesMs: 30_000, usersMs: 60_000 } as const

/** Stores who administers, which also means that the place is set up. */
export function adoptAdmin(queryClient: QueryClient, account: AdminAccount): void {
  queryClient.removeQueries({ queryKey: [operatorKey] })
  queryClient.setQueryData(setupStatusKey, { needsSetup: false, needsSetupCode: false })
  queryClient.setQueryData(adminAccountKey, account)
}

/** The operator is signed out: cached data is removed. */
export function clearAdmin(queryClient: QueryClient): void {
  queryClient.setQueryData(adminAccountKey, null)
  queryClient.removeQueries({ queryKey: [operatorKey] })
}

/** What a change to accounts alters. */
export const usersKeys = adminKeys(
  userPageEndpoint,
  adminUserIdsEndpoint,
  adminStatsEndpoint,
  adminChartsEndpoint,
  adminSearchSessionsEndpoint,
  auditLogEndpoint,
)
