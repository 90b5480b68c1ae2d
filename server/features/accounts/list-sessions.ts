import type { SignedInSession } from '#contract/accounts.ts'
import type { AccountSessionStore } from './account-session-store.ts'

export type ListSessions = { sessions: Pick<AccountSessionStore, 'listSessionsOf'> }

/** The browsers in which a person is signed in, the one used last first. */
export async function listSessions(
  deps: ListSessions,
  userId: string,
  currentPublicId: string,
): Promise<SignedInSession[]> {
  const listed = await deps.sessions.listSessionsOf(userId)
  return listed.map(({ publicId, device, signedInAt, lastSeenAt }) => ({
    id: publicId,
    device,
    signedInAt: signedInAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: publicId === currentPublicId,
  }))
}
