import ScrollText from 'lucide-react/icons/scroll-text'
import { type AuditAction, type AuditEntry, auditLogEndpoint } from '#contract/admin-overview.ts'
import { formatMoment } from '#web/features/site/format-date.ts'
import { StatePanel } from '#web/ui/state-panel.tsx'
import { ActivityTable } from './activity-table.tsx'

const columns = ['What', 'To whom', 'Who', 'From', 'Time']

/** What operators did, to whom, when and from where. Nothing in it can be changed. */
export function AuditLog() {
  return (
    <ActivityTable
      title="Audit Log"
      lead="Everything done in this area. Entries are only ever added: nobody can change or remove one."
      what="The audit log"
      columns={columns}
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
          {words[action]}
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

/** What was done, for reading. */
const words: Readonly<Record<AuditAction, string>> = {
  setup: 'Set up the admin account',
  login: 'Signed in',
  login_failed: 'Failed to sign in',
  logout: 'Signed out',
  password_reset_requested: 'Asked for a reset link',
  password_reset: 'Reset the admin password',
  second_factor_on: 'Turned two-step sign-in on',
  second_factor_off: 'Turned two-step sign-in off',
  recovery_codes_made: 'Made new recovery codes',
  recovery_code_used: 'Signed in with a recovery code',
  user_password_reset: 'Reset the password',
  user_promoted: 'Promoted to Pro',
  user_demoted: 'Demoted to Free',
  user_deleted: 'Deleted the account',
  user_deletion_failed: 'Failed to delete the account',
  payment_mode_changed: 'Switched the payment mode',
  price_ids_changed: 'Changed the price ids',
  users_exported: 'Exported the users',
  scan_started: 'Started a scan',
  source_added: 'Added a source',
  source_changed: 'Changed a source',
  source_removed: 'Removed a source',
  scan_keywords_changed: 'Changed the keywords of the scan',
}

/** What did not work. */
const failures: ReadonlySet<AuditAction> = new Set(['login_failed', 'user_deletion_failed'])
