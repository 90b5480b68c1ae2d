import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BriefReply, briefEndpoint } from '#contract/search-brief.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/current-user-cache.ts'

export function briefQuery(sessionId: string, posts: number) {
  return {
    queryKey: [...savedResultsKey(sessionId), 'brief', posts],
    queryFn: () => callEndpoint(briefEndpoint, { params: { sessionToken: sessionId } }),
  }
}

/** What the people of a search need; asked for anew when more posts have come. The same object until it changes. */
export function useBrief(sessionId: string, posts: number) {
  const brief = useQuery({ ...briefQuery(sessionId, posts), placeholderData: keepPreviousData })
  const { data, error, isPending, isError, refetch } = brief
  return useMemo(
    () => ({ data, error, isPending, isError, refetch }),
    [data, error, isPending, isError, refetch],
  )
}

export type BriefQuery = Pick<ReturnType<typeof useBrief>, 'error' | 'isPending' | 'isError'> & {
  data: BriefReply | undefined
  refetch: () => Promise<unknown>
}
