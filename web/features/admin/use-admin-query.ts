import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { JsonEndpoint } from '#web/api-client.ts'
import { adminKey } from './admin-cache.ts'
import { callAdmin, withQuery } from './admin-call.ts'

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
