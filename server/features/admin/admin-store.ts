import { users } from '#server/database/account-schema.ts'
import { adminPasswordResetTokens, adminSessions, adminUsers } from '#server/database/admin-schema.ts'
import { and, eq, isNotNull, type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { hashOfToken, makeToken } from '#server/database/secret-token.ts'
import { insertSession } from './admin-session-store.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

/** A row of `admin_users`, for use cases only. It must not be part of a reply. */
export type Admin = { id: string; username: string; passwordHash: string; lastLoginAt: Date | null }

const columns = pickColumns(adminUsers, 'id', 'username', 'passwordHash', 'lastLoginAt')

function administrators(db: Database) {
  const find = async (which?: SQL): Promise<Admin | null> => {
    const [row] = await db
      .select(columns)
      .from(adminUsers)
      .where(which)
      .orderBy(adminUsers.createdAt)
      .limit(1)
    return row ?? null
  }
  return {
    needsSetup: async (): Promise<boolean> => (await db.$count(adminUsers)) === 0,

    /**
     * Creates the only operator and a session, and returns the token of the session. Null if there is an
     * operator already.
     */
    async createFirstAdmin(admin: Pick<Admin, 'username' | 'passwordHash'>, entry: NewAuditEntry) {
      return inTransaction(db, async (transaction) => {
        // Concurrent setups wait here, and then find the operator.
        await transaction.execute(sql`lock table ${adminUsers} in share row exclusive mode`)
        if ((await transaction.$count(adminUsers)) > 0) return null
        const [made] = await transaction
          .insert(adminUsers)
          .values({ ...admin, isSetup: 1, lastLoginAt: entry.at })
          .returning({ id: adminUsers.id })
        if (made === undefined) throw new Error('An administrator was not inserted')
        await insertAuditEntry(transaction, entry)
        return insertSession(transaction, { adminId: made.id, at: entry.at, previousLoginAt: null })
      })
    },

    findAdminByName: (username: string) => find(sql`lower(${adminUsers.username}) = lower(${username})`),
    findAdmin: (adminId: string) => find(eq(adminUsers.id, adminId)),
    findFirstAdmin: () => find(),

    /** The accounts whose confirmed e-mail is an operator's user name (ADR 12). */
    async listAdminUserIds(): Promise<string[]> {
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .innerJoin(adminUsers, sql`lower(${adminUsers.username}) = lower(${users.email})`)
        .where(isNotNull(users.emailVerifiedAt))
      return rows.map((row) => row.id)
    },
  }
}

function resetLinks(db: Database) {
  return {
    /** Invalidates older links. Returns the token for the link. */
    async saveResetToken(admin: Admin, expiresAt: Date, entry: NewAuditEntry): Promise<string> {
      const token = makeToken()
      const { id: adminId, username } = admin
      await inTransaction(db, async (transaction) => {
        await transaction.select().from(adminUsers).where(eq(adminUsers.id, adminId)).for('update')
        await transaction
          .delete(adminPasswordResetTokens)
          .where(eq(adminPasswordResetTokens.adminId, adminId))
        await transaction
          .insert(adminPasswordResetTokens)
          .values({ adminId, username, tokenHash: hashOfToken(token), expiresAt })
        await insertAuditEntry(transaction, entry)
      })
      return token
    },

    /** Null if the token is invalid. */
    async findReset(token: string, now: Date): Promise<{ username: string } | null> {
      const [row] = await db
        .select({ username: adminPasswordResetTokens.username })
        .from(adminPasswordResetTokens)
        .where(isUsable(token, now))
      return row ?? null
    },

    /**
     * Uses up the token, sets the password and ends the operator's sessions. Returns false if the token is
     * invalid.
     */
    async resetPassword(reset: { token: string; passwordHash: string }, entry: NewAuditEntry) {
      return inTransaction(db, async (transaction) => {
        const [used] = await transaction
          .update(adminPasswordResetTokens)
          .set({ used: 1 })
          .where(isUsable(reset.token, entry.at))
          .returning({ adminId: adminPasswordResetTokens.adminId })
        if (used === undefined) return false
        await transaction
          .update(adminUsers)
          .set({ passwordHash: reset.passwordHash, updatedAt: entry.at })
          .where(eq(adminUsers.id, used.adminId))
        await transaction.delete(adminSessions).where(eq(adminSessions.adminId, used.adminId))
        await insertAuditEntry(transaction, entry)
        return true
      })
    },

    async deleteExpiredResets(now: Date): Promise<void> {
      await db.delete(adminPasswordResetTokens).where(sql`${adminPasswordResetTokens.expiresAt} < ${now}`)
    },
  }
}

export function makeAdminStore(db: Database) {
  return { ...administrators(db), ...resetLinks(db) }
}

function isUsable(token: string, now: Date) {
  return and(
    eq(adminPasswordResetTokens.tokenHash, hashOfToken(token)),
    eq(adminPasswordResetTokens.used, 0),
    sql`${adminPasswordResetTokens.expiresAt} > ${now}`,
  )
}
