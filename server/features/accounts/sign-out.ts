import type { Acknowledgement } from '#contract/accounts.ts'
import type { RecordSecurityEvent } from './security-event.ts'
import type { Visit } from './session-control.ts'

/** Ends the session of the caller; a caller who has none is signed out already. */
export async function signOut(
  deps: { recordEvent: RecordSecurityEvent },
  { address, session }: Visit,
  userId: string | null,
): Promise<Acknowledgement> {
  await session.signOut()
  if (userId !== null) deps.recordEvent({ event: 'signed_out', userId, address })
  return { message: 'Logged out' }
}
