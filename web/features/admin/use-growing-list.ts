import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** How many rows are read at a time. */
export const rowsAtATime = 50

type GrowingList<T> = {
  queryKey: QueryKey
  /** Reads the rows before the one with this id, newest first; undefined is the newest of all. */
  read: (before: string | undefined) => Promise<T[]>
  refreshMs: number
}

/** A list with the newest first, read again every `refreshMs`, which grows at its end when asked. */
export function useGrowingList<T extends { id: string }>({ queryKey, read, refreshMs }: GrowingList<T>) {
  const query = useInfiniteQuery<T[], Error, InfiniteData<T[]>, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < rowsAtATime ? undefined : last.at(-1)?.id),
    refetchInterval: refreshMs,
    staleTime: refreshMs,
  })
  return { ...query, rows: query.data?.pages.flat() }
}
