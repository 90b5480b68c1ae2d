import { Tabs } from '@base-ui/react/tabs'
import { ScrollText, SearchX } from 'lucide-react'
import { useSearchParams } from 'react-router'
import {
  type AdminSearchSession,
  type AuditAction,
  type AuditEntry,
  adminSearchSessionsEndpoint,
  auditActions,
  auditLogEndpoint,
} from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { Badge } from '#web/ui/badge.tsx'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ActivityTable } from './activity-table.tsx'
import { PillTabs } from './admin-section.tsx'
import { formatCount } from './format-figure.ts'
import { TierBadge } from './users-table.tsx'

const lists = [
  { value: 'searches', label: 'Searches' },
  { value: 'audit', label: 'Audit log' },
] as const

export function ActivityTab() {
  const [params, setParams] = useSearchParams()
  const shown = params.get('list') === 'audit' ? 'audit' : 'searches'
  return (
    <Tabs.Root
      value={shown}
      onValueChange={(value) =>
        setParams(value === 'audit' ? { tab: 'activity', list: 'audit' } : { tab: 'activity' }, {
          replace: true,
        })
      }
    >
      <PillTabs label="What is listed" tabs={lists} />
      <Tabs.Panel key={shown} value={shown} className="pt-6 outline-none" tabIndex={-1}>
        {shown === 'audit' ? <AuditLog /> : <SearchActivity />}
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function SearchActivity() {
  return (
    <ActivityTable
      title="Recent Search Activity"
      lead="Latest search sessions across all users and anonymous sessions"
      what="The searches"
      columns={['Keyword', 'User', 'Results', 'IP Address', 'Time']}
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

function AuditLog() {
  return (
    <ActivityTable
      title="Audit Log"
      lead="Everything done in this area. Entries are only ever added: nobody can change or remove one."
      what="The audit log"
      columns={['What', 'To whom', 'Who', 'From', 'Time']}
      endpoint={auditLogEndpoint}
      row={(entry) => <AuditRow key={entry.id} entry={entry} />}
      empty={
        <StatePanel icon={<ScrollText />} title="No audit entries yet">
          <p>What you do here will be listed.</p>
        </StatePanel>
      }
    />
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
