import { adminRecoveryCodes, adminSecondFactors, adminSessions } from '#server/database/admin-schema.ts'
import { and, eq, gt, lt, ne } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/database/secret-token.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

const ofAdmin = (adminId: string) => eq(adminSecondFactors.adminId, adminId)

async function replaceCodes(transaction: Transaction, adminId: string, codeHashes: readonly string[]) {
  await transaction.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, adminId))
  await transaction.insert(adminRecoveryCodes).values(codeHashes.map((codeHash) => ({ adminId, codeHash })))
}

/** An operator, and the token of the session that continues; null if no session continues. */
type InSession = { adminId: string; token: string | null }

function endOtherSessions(transaction: Transaction, { adminId, token }: InSession) {
  const other = token === null ? undefined : ne(adminSessions.tokenHash, hashOfToken(token))
  return transaction.delete(adminSessions).where(and(eq(adminSessions.adminId, adminId), other))
}

function factorQueries(db: Database) {
  return {
    async findSecondFactor(adminId: string) {
      const [row] = await db.select().from(adminSecondFactors).where(ofAdmin(adminId))
      return row ?? null
    },

    /** Saves a secret and replaces an unconfirmed one. Returns false if the second factor is on. */
    async saveUnconfirmed(adminId: string, sealedSecret: string): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const [known] = await transaction
          .select({ confirmedAt: adminSecondFactors.confirmedAt })
          .from(adminSecondFactors)
          .where(ofAdmin(adminId))
          .for('update')
        if (known !== undefined && known.confirmedAt !== null) return false
        await transaction.delete(adminSecondFactors).where(ofAdmin(adminId))
        await transaction.insert(adminSecondFactors).values({ adminId, sealedSecret })
        return true
      })
    },

    /**
     * Uses up the time step of the code and all earlier ones. Returns false if this step or a later one is
     * already used up.
     */
    async spendStep(adminId: string, step: number): Promise<boolean> {
      const { rowCount } = await db
        .update(adminSecondFactors)
        .set({ lastStep: step })
        .where(and(ofAdmin(adminId), lt(adminSecondFactors.lastStep, step)))
      return rowCount === 1
    },

    /** Ends all other sessions. Returns false if the secret was replaced after one of its codes was checked. */
    async confirm(by: InSession, codeHashes: readonly string[], entry: NewAuditEntry): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const { rowCount } = await transaction
          .update(adminSecondFactors)
          .set({ confirmedAt: entry.at })
          .where(and(ofAdmin(by.adminId), gt(adminSecondFactors.lastStep, 0)))
        if (rowCount === 0) return false
        await replaceCodes(transaction, by.adminId, codeHashes)
        await endOtherSessions(transaction, by)
        await insertAuditEntry(transaction, entry)
        return true
      })
    },

    /** Ends all other sessions. Changes and logs nothing if there is no second factor. */
    async removeSecondFactor(by: InSession, entry: NewAuditEntry): Promise<void> {
      await inTransaction(db, async (transaction) => {
        await transaction.delete(adminRecoveryCodes).where(eq(adminRecoveryCodes.adminId, by.adminId))
        const removed = await transaction
          .delete(adminSecondFactors)
          .where(ofAdmin(by.adminId))
          .returning({ confirmedAt: adminSecondFactors.confirmedAt })
        if (removed.some(({ confirmedAt }) => confirmedAt !== null)) {
          await endOtherSessions(transaction, by)
          await insertAuditEntry(transaction, entry)
        }
      })
    },
  }
}

function recoveryCodes(db: Database) {
  return {
    countRecoveryCodes: (adminId: string): Promise<number> =>
      db.$count(adminRecoveryCodes, eq(adminRecoveryCodes.adminId, adminId)),

    async replaceRecoveryCodes(adminId: string, codeHashes: readonly string[], entry: NewAuditEntry) {
      await inTransaction(db, async (transaction) => {
        await replaceCodes(transaction, adminId, codeHashes)
        await insertAuditEntry(transaction, entry)
      })
    },

    /** Returns false if the code is unknown or used. */
    async spendRecoveryCode(adminId: string, codeHash: string, entry: NewAuditEntry): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const { rowCount } = await transaction
          .delete(adminRecoveryCodes)
          .where(and(eq(adminRecoveryCodes.adminId, adminId), eq(adminRecoveryCodes.codeHash, codeHash)))
        if (rowCount === 0) return false
        await insertAuditEntry(transaction, entry)
        return true
      })
    },
  }
}

export function makeSecondFactorStore(db: Database) {
  return { ...factorQueries(db), ...recoveryCodes(db) }
}
