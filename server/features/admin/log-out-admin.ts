import type { Acknowledgement } from '#contract/accounts.ts'
import type { Clock } from '#server/ports.ts'
import { entryOf } from './actor.ts'
import type { AuditStore } from './audit-store.ts'

export type LogOutAdmin = { audit: Pick<AuditStore, 'recordEntry'>; clock: Clock }

/** Tells of a session that was ended; there was none where nobody was signed in. */
export async function logOutAdmin(
  { audit, clock }: LogOutAdmin,
  address: string,
  admin: { adminId: string; username: string } | null,
): Promise<Acknowledgement> {
  if (admin !== null) await audit.recordEntry(entryOf(clock, { ...admin, address }, { action: 'logout' }))
  return { message: 'You are signed out.' }
}
