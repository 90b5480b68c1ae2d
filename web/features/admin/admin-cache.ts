import type { QueryClient } from '@tanstack/react-query'
import { type AdminAccount, currentAdminEndpoint, setupStatusEndpoint } from '#contract/admin.ts'

// Everything that only the operator may see stands under one key, so that all of it can be forgotten at once.
const operatorKey = 'operator'

export const setupStatusKey = [setupStatusEndpoint.path]
export const adminAccountKey = [currentAdminEndpoint.path]

/** The key of something that only the operator may see. */
const operatorDataKey = (...parts: readonly unknown[]) => [operatorKey, ...parts]
export const usersKey = operatorDataKey('users')
export const adminIdsKey = operatorDataKey('admin-ids')
export const statsKey = operatorDataKey('stats')
export const chartsKey = operatorDataKey('charts')
export const healthKey = operatorDataKey('health')
export const sourcesKey = operatorDataKey('sources')
export const scanKeywordsKey = operatorDataKey('scan-keywords')
export const scanKey = operatorDataKey('scan')
export const searchSessionsKey = operatorDataKey('search-sessions')
export const auditLogKey = operatorDataKey('audit-log')
export const paymentConfigKey = operatorDataKey('payment-config')
export const secondFactorKey = operatorDataKey('second-factor')

/** Stores who administers, which also means that the place is set up. */
export function adoptAdmin(queryClient: QueryClient, account: AdminAccount): void {
  queryClient.removeQueries({ queryKey: [operatorKey] })
  queryClient.setQueryData(setupStatusKey, { needsSetup: false, needsSetupCode: false })
  queryClient.setQueryData(adminAccountKey, account)
}

/** Nobody administers here any more: what was read goes. */
export function forgetAdmin(queryClient: QueryClient): void {
  queryClient.setQueryData(adminAccountKey, null)
  queryClient.removeQueries({ queryKey: [operatorKey] })
}

/** What a change to accounts alters. */
export function refreshUsers(queryClient: QueryClient): void {
  for (const queryKey of [usersKey, adminIdsKey, statsKey, chartsKey, searchSessionsKey, auditLogKey]) {
    void queryClient.invalidateQueries({ queryKey })
  }
}
