import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { ScrollBox } from '#web/features/scoring/scroll-box.tsx'
import { Button } from '#web/ui/button.tsx'
import { adminKey, callAdmin, refreshIntervals, withQuery } from './admin-call.ts'
import { QueryFailure } from './query-content.tsx'
import { SkeletonRows } from './users-table.tsx'

const rowsAtATime = 50

type ActivityTableProps<T> = {
  title: string
  lead: string
  /** What is read, such as "The searches". */
  what: string
  columns: readonly string[]
  /** Returns so many rows before the one with an id, newest first; without it from the newest of all. */
  endpoint: Endpoint & { output: z.ZodMiniType<T[]> }
  row: (entry: T) => ReactNode
  /** Shown in place of the table while it has no rows. */
  empty: ReactNode
}

/** Rows of what happened, newest first, with a way to older ones. */
export function ActivityTable<T extends { id: string }>(props: ActivityTableProps<T>) {
  const { title, lead, what, columns, row, empty } = props
  const list = useGrowingList(props)
  const rows = list.data?.pages.flat()
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
        <p className="mt-1 text-sm text-ink-soft">{lead}</p>
      </div>
      {list.isError && !rows ? (
        <QueryFailure query={list} what={what} />
      ) : rows?.length === 0 ? (
        empty
      ) : (
        <>
          <Rows caption={title} columns={columns}>
            {rows?.map(row) ?? <SkeletonRows rows={10} columns={columns.length} />}
          </Rows>
          {list.hasNextPage ? (
            <Button
              className="self-center"
              disabled={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? 'Loading...' : 'Show older'}
            </Button>
          ) : null}
        </>
      )}
    </div>
  )
}

type RowsProps = { caption: string; columns: readonly string[]; children: ReactNode }

function Rows({ caption, columns, children }: RowsProps) {
  return (
    <ScrollBox
      label={caption}
      className="overflow-x-auto rounded-card border border-line bg-surface shadow-lift"
    >
      <table className="w-full min-w-[46rem] border-collapse text-left text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-ink-soft">
            {columns.map((name) => (
              <th key={name} scope="col" className="px-4 py-3 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:px-4 [&_td]:py-3 [&_th[scope=row]]:px-4 [&_th[scope=row]]:py-3 [&>tr]:border-t [&>tr]:border-line">
          {children}
        </tbody>
      </table>
    </ScrollBox>
  )
}

/** A list with the newest first, read again at intervals, which grows at its end when asked. */
function useGrowingList<T extends { id: string }>({ endpoint }: ActivityTableProps<T>) {
  return useInfiniteQuery<T[], Error, InfiniteData<T[]>, QueryKey, string | undefined>({
    queryKey: adminKey(endpoint),
    queryFn: ({ pageParam: before }) =>
      callAdmin(withQuery(endpoint, { limit: `${rowsAtATime}`, ...(before && { before }) })),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.length < rowsAtATime ? undefined : last.at(-1)?.id),
    refetchInterval: refreshIntervals.searchesMs,
    staleTime: refreshIntervals.searchesMs,
  })
}
