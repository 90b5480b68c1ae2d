import ScrollText from 'lucide-react/icons/scroll-text'
import { type AuditEntry, auditLogEndpoint } from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ActivityTable } from './activity-table.tsx'
import { auditLogKey } from './admin-cache.ts'
import { callAdmin, withQuery } from './admin-call.ts'
import { auditLabel, isTrouble } from './audit-labels.ts'
import { ReadFailure } from './read-failure.tsx'
import { refreshIntervals } from './refresh-intervals.ts'
import { rowsAtATime, useGrowingList } from './use-growing-list.ts'

const columns = ['What', 'To whom', 'Who', 'From', 'Time']

function readEntries(before: string | undefined) {
  const query = { limit: `${rowsAtATime}`, ...(before === undefined ? {} : { before }) }
  return callAdmin(withQuery(auditLogEndpoint, query))
}

/** What operators did, to whom, when and from where. Nothing in it can be changed. */
export function AuditLog() {
  const entries = useGrowingList({
    queryKey: auditLogKey,
    read: readEntries,
    refreshMs: refreshIntervals.searchesMs,
  })
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold tracking-tight">Audit Log</h2>
        <p className="mt-1 text-sm text-ink-soft">
          Everything done in this area. Entries are only ever added: nobody can change or remove one.
        </p>
      </div>
      {entries.isError && !entries.rows ? (
        <ReadFailure error={entries.error} what="The audit log" onRetry={() => void entries.refetch()} />
      ) : entries.rows?.length === 0 ? (
        <StatePanel icon={<ScrollText />} title="No audit entries yet">
          <p>What you do here will be listed.</p>
        </StatePanel>
      ) : (
        <ActivityTable
          caption="Audit Log"
          columns={columns}
          loading={entries.rows === undefined}
          more={entries.hasNextPage}
          loadingMore={entries.isFetchingNextPage}
          onMore={() => void entries.fetchNextPage()}
        >
          {entries.rows?.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </ActivityTable>
      )}
    </div>
  )
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const { action, admin, at, details, ipAddress, target } = entry
  return (
    <tr>
      <th scope="row" className="max-w-80 min-w-44 font-normal wrap-anywhere">
        <span className={isTrouble(action) ? 'block font-medium text-danger' : 'block font-medium'}>
          {auditLabel(action)}
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
