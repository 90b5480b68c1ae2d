import { useQuery } from '@tanstack/react-query'
import { adminUserIdsEndpoint, userPageEndpoint } from '#contract/admin-users.ts'
import { adminIdsKey, usersKey } from './admin-cache.ts'
import { callAdmin, withQuery } from './admin-call.ts'
import { refreshIntervals } from './refresh-intervals.ts'
import { useOperatorQuery } from './use-operator-query.ts'
import { selectionQuery, type UserView } from './user-view.ts'

/** A page of the users; the one before stays while the next is on its way. */
export function useUserPage(view: UserView) {
  const query = { ...selectionQuery(view), page: String(view.page), pageSize: String(view.pageSize) }
  return useOperatorQuery({
    queryKey: [...usersKey, query],
    queryFn: () => callAdmin(withQuery(userPageEndpoint, query)),
    refreshMs: refreshIntervals.usersMs,
  })
}

/** The accounts that are an operator's; undefined until it is known which. */
export function useAdminIds(): ReadonlySet<string> | undefined {
  const ids = useQuery({
    queryKey: adminIdsKey,
    staleTime: refreshIntervals.usersMs,
    queryFn: () => callAdmin(adminUserIdsEndpoint),
  })
  if (ids.data) return new Set(ids.data)
  // Each listed user says it too, so that a failure here costs nothing.
  return ids.isError ? new Set() : undefined
}
