import { type Clock, minuteMs } from '#server/clock.ts'
import { adminSessions, adminUsers } from '#server/database/admin-schema.ts'
import { and, eq, gt, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { hashOfToken, makeToken } from '#server/database/secret-token.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

/** A session ends half an hour after its last use, and twelve hours after its start in any case. */
const idleLifetimeMs = 30 * minuteMs
const absoluteLifetimeMs = 12 * 60 * minuteMs
const touchEveryMs = minuteMs

/** Stores only the hash of the token. */
export async function insertSession(
  transaction: Transaction,
  { adminId, at, previousLoginAt }: { adminId: string; at: Date; previousLoginAt: Date | null },
): Promise<string> {
  const token = makeToken()
  const expiresAt = new Date(at.getTime() + idleLifetimeMs)
  await transaction
    .insert(adminSessions)
    .values({ adminId, tokenHash: hashOfToken(token), expiresAt, previousLoginAt, createdAt: at })
  return token
}

export function makeAdminSessionStore(db: Database, clock: Clock) {
  return {
    /**
     * Returns the token. Null if the password with that hash was changed in the meantime, which ended all
     * sessions.
     */
    async beginSession(admin: { id: string; passwordHash: string }, entry: NewAuditEntry) {
      return inTransaction(db, async (transaction) => {
        const [known] = await transaction
          .select({ previousLoginAt: adminUsers.lastLoginAt })
          .from(adminUsers)
          .where(and(eq(adminUsers.id, admin.id), eq(adminUsers.passwordHash, admin.passwordHash)))
          .for('update')
        if (known === undefined) return null
        await transaction.update(adminUsers).set({ lastLoginAt: entry.at }).where(eq(adminUsers.id, admin.id))
        await insertAuditEntry(transaction, entry)
        return insertSession(transaction, { adminId: admin.id, at: entry.at, ...known })
      })
    },

    /** Null if the session is unknown or expired. The use of a session is recorded at most once a minute. */
    async findAdminSession(token: string) {
      const now = clock()
      const [session] = await db
        .select({
          id: adminSessions.id,
          adminId: adminSessions.adminId,
          username: adminUsers.username,
          ...pickColumns(adminSessions, 'previousLoginAt', 'expiresAt', 'createdAt'),
        })
        .from(adminSessions)
        .innerJoin(adminUsers, eq(adminUsers.id, adminSessions.adminId))
        .where(and(eq(adminSessions.tokenHash, hashOfToken(token)), gt(adminSessions.expiresAt, now)))
      if (session === undefined) return null
      const { id, expiresAt, createdAt, ...admin } = session
      const last = createdAt.getTime() + absoluteLifetimeMs
      const until = Math.min(now.getTime() + idleLifetimeMs, last)
      if (until - expiresAt.getTime() >= touchEveryMs) {
        await db
          .update(adminSessions)
          .set({ expiresAt: new Date(until) })
          .where(eq(adminSessions.id, id))
      }
      return admin
    },

    async endAdminSession(token: string): Promise<void> {
      await db.delete(adminSessions).where(eq(adminSessions.tokenHash, hashOfToken(token)))
    },

    async deleteExpiredSessions(): Promise<void> {
      await db.delete(adminSessions).where(lt(adminSessions.expiresAt, sql`${clock()}`))
    },
  }
}
