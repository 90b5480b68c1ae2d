import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'

type OperatorQuery<T> = { queryKey: QueryKey; queryFn: () => Promise<T>; refreshMs: number }

/** Something the operator watches: read again every `refreshMs`, and on coming back to it after that time. */
export function useOperatorQuery<T>({ queryKey, queryFn, refreshMs }: OperatorQuery<T>) {
  return useQuery({
    queryKey,
    queryFn,
    refetchInterval: refreshMs,
    staleTime: refreshMs,
    placeholderData: keepPreviousData,
  })
}
