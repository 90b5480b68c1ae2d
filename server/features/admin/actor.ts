import type { AuditAction } from '#contract/admin-overview.ts'
import type { Clock } from '#server/ports.ts'
import type { NewAuditEntry } from './audit-store.ts'

export type Actor = { adminId: string; username: string; address: string }

/** What a use case may do with the administrator's session of its caller; the browser's cookie follows. */
export type AdminSessionControl = { open(token: string): Promise<void> }

type Done = { action: AuditAction; targetUserId?: string; details?: string }

/** Without an address: by a command on the server. */
type LoggedActor = { username: string; address?: string }

export function entryOf(clock: Clock, { username, address }: LoggedActor, done: Done): NewAuditEntry {
  const how = address === undefined ? { details: 'By a command on the server.' } : {}
  return { at: clock(), admin: username, ipAddress: address ?? null, ...how, ...done }
}
