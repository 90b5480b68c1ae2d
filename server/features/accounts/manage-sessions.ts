import { AppError } from '#server/errors.ts'
import type { AccountDeps, OwnVisit, Visit } from './account-deps.ts'

export type ManageSessions = Pick<AccountDeps, 'sessions' | 'recordEvent'>

/** The browsers in which a user is signed in, most recently used first. */
export async function listSessions(deps: ManageSessions, userId: string, currentPublicId: string) {
  const listed = await deps.sessions.listSessionsOf(userId)
  return listed
    .toSorted((one, other) => (other.lastSeenAt ?? 0) - (one.lastSeenAt ?? 0))
    .map(({ publicId, device = '', signedInAt = 0, lastSeenAt = 0 }) => ({
      id: publicId,
      device,
      signedInAt: new Date(signedInAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      current: publicId === currentPublicId,
    }))
}

const publicIdShape = /^[A-Za-z0-9_-]{22}$/u

/** Ends one of the user's own sessions. Other users' sessions are not found. */
export async function endSession(deps: ManageSessions, owner: OwnVisit, publicId: string) {
  const { userId, address } = owner
  const ended = publicIdShape.test(publicId) && (await deps.sessions.endSession(userId, publicId))
  if (!ended) {
    throw new AppError('not_found', 'There is no such session', {
      userMessage: 'This session has already ended.',
    })
  }
  if (publicId === owner.session.publicId) await owner.session.signOut()
  deps.recordEvent({ event: 'sessions_ended', userId, address })
  return { message: 'The session was ended.' }
}

export async function endOtherSessions(deps: ManageSessions, owner: OwnVisit) {
  const { userId, address, session } = owner
  await deps.sessions.endSessionsOf(userId, session.publicId)
  deps.recordEvent({ event: 'sessions_ended', userId, address })
  return { message: 'You were signed out everywhere else.' }
}

/** Ends the session of the caller. If there is none, the caller is already signed out. */
export async function signOut(deps: ManageSessions, { address, session }: Visit, userId: string | null) {
  await session.signOut()
  if (userId !== null) deps.recordEvent({ event: 'signed_out', userId, address })
  return { message: 'Logged out' }
}
