import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { themesEndpoint } from '#contract/result-themes.ts'
import { callEndpoint } from '#web/api-client.ts'
import { savedResultsKey } from '#web/features/accounts/current-user-cache.ts'

/** How the themes of a search with so many posts are asked for. */
export function themesQuery(sessionId: string, posts: number) {
  return {
    queryKey: [...savedResultsKey(sessionId), 'themes', posts],
    queryFn: () => callEndpoint(themesEndpoint, { params: { sessionToken: sessionId } }),
  }
}

/** The posts of a search grouped by problem; asked for anew when more posts have come. The same object until it changes. */
export function useThemes(sessionId: string, posts: number) {
  const themes = useQuery({ ...themesQuery(sessionId, posts), placeholderData: keepPreviousData })
  const { data, error, isPending, isError, refetch } = themes
  return useMemo(
    () => ({ data, error, isPending, isError, refetch }),
    [data, error, isPending, isError, refetch],
  )
}

export type ThemesQuery = ReturnType<typeof useThemes>
