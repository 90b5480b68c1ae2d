import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BriefReply, briefEndpoint } from '#contract/search-brief.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'

/** The brief is refetched when `posts` has grown. */
export function briefQuery(sessionId: string, posts: number) {
  return {
    queryKey: [...savedResultsKey(sessionId), 'brief', posts],
    queryFn: () => callEndpoint(briefEndpoint, { params: { sessionToken: sessionId } }),
  }
}

/**
 * The brief of a search; not requested while there are no posts. The returned object stays the same until the
 * brief changes.
 */
export function useBrief(sessionId: string, { posts, enabled }: { posts: number; enabled: boolean }) {
  const brief = useQuery({ ...briefQuery(sessionId, posts), placeholderData: keepPreviousData, enabled })
  const { data, error, isPending, refetch } = brief
  return useMemo(() => ({ data, error, isPending, refetch }), [data, error, isPending, refetch])
}

/** The state of results that have no brief. */
export const noBrief: BriefQuery = {
  data: undefined,
  error: null,
  isPending: false,
  refetch: async () => {},
}

export type BriefQuery = Pick<UseQueryResult<BriefReply>, 'data' | 'error' | 'isPending'> & {
  refetch: () => Promise<unknown>
}
