import SearchX from 'lucide-react/icons/search-x'
import { type AdminSearchSession, adminSearchSessionsEndpoint } from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ActivityTable } from './activity-table.tsx'
import { formatCount } from './format-figure.ts'
import { TierBadge } from './tier-badge.tsx'

const columns = ['Keyword', 'User', 'Results', 'IP Address', 'Time']

export function SearchActivity() {
  return (
    <ActivityTable
      title="Recent Search Activity"
      lead="Latest search sessions across all users and anonymous sessions"
      what="The searches"
      columns={columns}
      endpoint={adminSearchSessionsEndpoint}
      row={(search) => <SearchRow key={search.id} search={search} />}
      empty={
        <StatePanel icon={<SearchX />} title="No search activity found">
          <p>The next search of anybody stands here within half a minute.</p>
        </StatePanel>
      }
    />
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
