import type { AuditAction } from '#contract/admin-overview.ts'

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

const troubles: ReadonlySet<AuditAction> = new Set(['login_failed', 'user_deletion_failed'])

/** What was done, for reading. */
export function auditLabel(action: AuditAction): string {
  return words[action]
}

/** True for what did not work. */
export function isTrouble(action: AuditAction): boolean {
  return troubles.has(action)
}
