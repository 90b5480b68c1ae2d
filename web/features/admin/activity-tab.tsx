import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import {
  type AdminSearchSession,
  type AuditAction,
  type AuditEntry,
  adminSearchSessionsEndpoint,
  auditActions,
  auditLogEndpoint,
} from '#contract/admin-overview.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ScrollTable } from '#web/features/scoring/scroll-box.tsx'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { adminKey, callAdmin, refreshIntervals, withQuery } from './admin-call.ts'
import { QueryFailure } from './admin-section.tsx'
import { formatCount } from './format-figure.ts'
import { SkeletonRows, TierBadge } from './users-table.tsx'

export function ActivityTab() {
  const [params, setParams] = useSearchParams()
  return (
    <Tabs
      small
      label="What is listed"
      tabs={lists}
      value={params.get('list') === 'audit' ? 'audit' : 'searches'}
      onChange={(list) =>
        setParams({ tab: 'activity', ...(list === 'audit' ? { list } : {}) }, { replace: true })
      }
      panelClass="pt-6"
    />
  )
}

const searches = (
  <ActivityTable
    title="Recent Search Activity"
    lead="Latest search sessions across all users and anonymous sessions"
    what="The searches"
    columns={['Keyword', 'User', 'Results', 'IP Address', 'Time']}
    endpoint={adminSearchSessionsEndpoint}
    row={(search) => <SearchRow key={search.id} search={search} />}
    empty={
      <StatePanel icon={<SearchX />} title="No search activity found">
        <p>New searches appear here within half a minute.</p>
      </StatePanel>
    }
  />
)
const audit = (
  <ActivityTable
    title="Audit Log"
    lead="All actions in this area. Nobody can change or delete an entry."
    what="The audit log"
    columns={['Action', 'Target', 'Operator', 'IP address', 'Time']}
    endpoint={auditLogEndpoint}
    row={(entry) => <AuditRow key={entry.id} entry={entry} />}
    empty={
      <StatePanel icon={<ScrollText />} title="No audit entries yet">
        <p>Actions in this area are listed here.</p>
      </StatePanel>
    }
  />
)
const lists = [
  { value: 'searches', label: 'Searches', panel: () => searches },
  { value: 'audit', label: 'Audit log', panel: () => audit },
] as const

function SearchRow({ search }: { search: AdminSearchSession }) {
  const { keyword, user, resultsCount, ipAddress, createdAt } = search
  return (
    <tr>
      <th scope="row" className="max-w-72 min-w-36 font-medium wrap-anywhere">
        "<bdi>{keyword}</bdi>"
      </th>
      <td className="max-w-72">
        {user === undefined ? (
          <Badge variant="outline">Anonymous</Badge>
        ) : (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <bdi className="wrap-anywhere">{user.email}</bdi>
            <TierBadge tier={user.subscriptionTier} />
          </span>
        )}
      </td>
      <td>{formatCount(resultsCount)}</td>
      <td className="text-ink-soft">{ipAddress ?? 'Not stored'}</td>
      <td className="whitespace-nowrap text-ink-soft">{formatMoment(createdAt)}</td>
    </tr>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, admin, at, details, ipAddress, target } = entry
  return (
    <tr>
      <th scope="row" className="max-w-80 min-w-44 font-normal wrap-anywhere">
        <span className={failures.has(action) ? 'block font-medium text-danger' : 'block font-medium'}>
          {auditActions[action]}
        </span>
        {details === null ? null : <bdi className="mt-0.5 block text-ink-soft">{details}</bdi>}
      </th>
      <td className="max-w-60 wrap-anywhere">
        {target === null ? (
          <span className="text-ink-soft">–</span>
        ) : (
          <bdi title={target.userId}>{target.email ?? `Deleted account ${target.userId}`}</bdi>
        )}
      </td>
      <td className="max-w-56 min-w-40 wrap-anywhere">
        <bdi>{admin}</bdi>
      </td>
      <td className="text-ink-soft">{ipAddress ?? 'The server itself'}</td>
      <td className="whitespace-nowrap text-ink-soft">{formatMoment(at)}</td>
    </tr>
  )
}

const failures: ReadonlySet<AuditAction> = new Set(['login_failed', 'user_deletion_failed'])

const rowsAtATime = 50

type ActivityTableProps<T> = {
  title: string
  lead: string
  /** The plural name of the rows, such as "The searches". */
  what: string
  columns: readonly string[]
  /** Returns rows before the one with this id, newest first; without an id, the newest. */
  endpoint: Endpoint & { output: z.ZodMiniType<T[]> }
  row: (entry: T) => ReactNode
  /** Shown in place of an empty table. */
  empty: ReactNode
}

/** Rows of events, newest first, with a button for older ones. */
function ActivityTable<T extends { id: string }>(props: ActivityTableProps<T>) {
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
          <ScrollTable caption={title} className="min-w-[46rem]">
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
              {rows?.map(row) ?? <SkeletonRows rows={10} columns={columns.length} />}
            </tbody>
          </ScrollTable>
          {list.hasNextPage ? (
            <Button
              className="self-center"
              aria-disabled={list.isFetchingNextPage}
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

/** A list, newest first, that is polled and grows at its end on request. */
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
