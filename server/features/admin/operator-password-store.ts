import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { passwordResetTokens, sessions, users } from '#server/database/schema.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

export type OperatorPasswordStore = ReturnType<typeof makeOperatorPasswordStore>

export function makeOperatorPasswordStore(db: Database) {
  return {
    /** Ends the person's sessions and voids their reset links with it; false when there is no such person. */
    async setUserPassword(
      userId: string,
      { passwordHash, mustChangePassword }: { passwordHash: string; mustChangePassword: boolean },
      entry: NewAuditEntry,
    ): Promise<boolean> {
      return db.transaction(async (transaction) => {
        const { rowCount } = await transaction
          .update(users)
          .set({ password: passwordHash, mustChangePassword, updatedAt: entry.at })
          .where(eq(users.id, userId))
        if (rowCount === 0) return false
        await transaction.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
        await transaction.delete(sessions).where(sql`${sessions.sess}->>'userId' = ${userId}`)
        await insertAuditEntry(transaction, entry)
        return true
      })
    },
  }
}
