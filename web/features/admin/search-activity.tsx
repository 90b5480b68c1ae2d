import SearchX from 'lucide-react/icons/search-x'
import { type AdminSearchSession, adminSearchSessionsEndpoint } from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ActivityTable } from './activity-table.tsx'
import { searchSessionsKey } from './admin-cache.ts'
import { callAdmin, withQuery } from './admin-call.ts'
import { formatCount } from './format-figure.ts'
import { ReadFailure } from './read-failure.tsx'
import { refreshIntervals } from './refresh-intervals.ts'
import { TierBadge } from './tier-badge.tsx'
import { rowsAtATime, useGrowingList } from './use-growing-list.ts'

const columns = ['Keyword', 'User', 'Results', 'IP Address', 'Time']

function readSearches(before: string | undefined) {
  const query = { limit: `${rowsAtATime}`, ...(before === undefined ? {} : { before }) }
  return callAdmin(withQuery(adminSearchSessionsEndpoint, query))
}

/** What everybody searched for, newest first. */
export function SearchActivity() {
  const searches = useGrowingList({
    queryKey: searchSessionsKey,
    read: readSearches,
    refreshMs: refreshIntervals.searchesMs,
  })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">Recent Search Activity</h2>
        <p className="mt-1 text-sm text-ink-soft">
          Latest search sessions across all users and anonymous sessions
        </p>
      </div>
      {searches.isError && !searches.rows ? (
        <ReadFailure error={searches.error} what="The searches" onRetry={() => void searches.refetch()} />
      ) : searches.rows?.length === 0 ? (
        <StatePanel icon={<SearchX />} title="No search activity found">
          <p>The next search of anybody stands here within half a minute.</p>
        </StatePanel>
      ) : (
        <ActivityTable
          caption="Recent Search Activity"
          columns={columns}
          loading={searches.rows === undefined}
          more={searches.hasNextPage}
          loadingMore={searches.isFetchingNextPage}
          onMore={() => void searches.fetchNextPage()}
        >
          {searches.rows?.map((search) => (
            <SearchRow key={search.id} search={search} />
          ))}
        </ActivityTable>
      )}
    </div>
  )
}

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
      <td className="text-ink-soft">{ipAddress ?? 'Not kept'}</td>
      <td className="whitespace-nowrap text-ink-soft">{formatMoment(createdAt)}</td>
    </tr>
  )
}
