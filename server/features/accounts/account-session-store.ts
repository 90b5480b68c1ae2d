import * as z from 'zod/mini'
import { type SubscriptionTier, subscriptionTier } from '#contract/accounts.ts'
import { type Clock, dayMs, minuteMs } from '#server/clock.ts'
import { sessions, users } from '#server/database/account-schema.ts'
import { and, eq, gt, lt, ne, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { type SessionContent, sessionContent } from '#server/sign-in-ports.ts'

/** A session ends two weeks after its last use, and 60 days after its start in any case. */
const idleLifetimeMs = 14 * dayMs
const absoluteLifetimeMs = 60 * dayMs
/** Long enough for a sign-in at a provider's page. */
const visitorLifetimeMs = 60 * minuteMs

export const sessionsOf = (userId: string) => sql`${sessions.content}->>'userId' = ${userId}`
export const publicId = sql<string>`${sessions.content}->>'publicId'`

function expiryOf(content: SessionContent, now: Date): Date {
  if (content.userId === undefined) return new Date(now.getTime() + visitorLifetimeMs)
  const last = (content.signedInAt ?? now.getTime()) + absoluteLifetimeMs
  return new Date(Math.min(now.getTime() + idleLifetimeMs, last))
}

function ownSession(db: Database, clock: Clock) {
  return {
    /**
     * The session with its owner's plan. Null if the session is unknown or expired, or if its user was
     * deleted.
     */
    async findSession(token: string): Promise<(SessionContent & { tier?: SubscriptionTier }) | null> {
      const [row] = await db
        .select({ content: sessions.content, userId: users.id, tier: users.subscriptionTier })
        .from(sessions)
        .leftJoin(users, sql`${users.id} = ${sessions.content}->>'userId'`)
        .where(and(eq(sessions.tokenHash, hashOfToken(token)), gt(sessions.expiresAt, clock())))
      if (row === undefined) return null
      const content = z.parse(sessionContent, row.content)
      if (content.userId === undefined) return content
      return row.userId === null ? null : { ...content, tier: z.parse(subscriptionTier, row.tier) }
    },

    async insertSession(token: string, content: SessionContent): Promise<void> {
      const expiresAt = expiryOf(content, clock())
      await db.insert(sessions).values({ tokenHash: hashOfToken(token), content, expiresAt })
    },

    /**
     * Only updates a session, because a session that was ended during its request must not come back. Returns
     * false if it was ended.
     */
    async updateSession(token: string, content: SessionContent): Promise<boolean> {
      const expiresAt = expiryOf(content, clock())
      const { rowCount } = await db
        .update(sessions)
        .set({ content, expiresAt })
        .where(eq(sessions.tokenHash, hashOfToken(token)))
      return rowCount !== 0
    },

    async deleteSession(token: string): Promise<void> {
      await db.delete(sessions).where(eq(sessions.tokenHash, hashOfToken(token)))
    },
  }
}

function personSessions(db: Database, clock: Clock) {
  return {
    async listSessionsOf(userId: string): Promise<SessionContent[]> {
      const rows = await db
        .select({ content: sessions.content })
        .from(sessions)
        .where(and(sessionsOf(userId), gt(sessions.expiresAt, clock())))
      return rows.map(({ content }) => z.parse(sessionContent, content))
    },

    async endSession(userId: string, sessionPublicId: string): Promise<boolean> {
      const ended = and(sessionsOf(userId), eq(publicId, sessionPublicId))
      return (await db.delete(sessions).where(ended)).rowCount !== 0
    },

    /** Ends all sessions of a user except the given one. Returns the public ids of the ended sessions. */
    async endSessionsOf(userId: string, exceptPublicId?: string): Promise<string[]> {
      const others = exceptPublicId === undefined ? undefined : ne(publicId, exceptPublicId)
      const ended = await db
        .delete(sessions)
        .where(and(sessionsOf(userId), others))
        .returning({ publicId })
      return ended.map((row) => row.publicId)
    },

    async deleteExpiredSessions(): Promise<void> {
      await db.delete(sessions).where(lt(sessions.expiresAt, clock()))
    },
  }
}

export function makeAccountSessionStore(db: Database, clock: Clock) {
  return { ...ownSession(db, clock), ...personSessions(db, clock) }
}
