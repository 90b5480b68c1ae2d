import {
  accountIdentities,
  emailVerificationTokens,
  passwordResetTokens,
  sessions,
  users,
} from '#server/database/account-schema.ts'
import { and, eq, gt, isNull, lt, type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import { ofOtherAddress } from '#server/database/linked-identities.ts'
import type { Database } from '#server/database/open-database.ts'
import { hashOfToken, makeToken } from '#server/database/secret-token.ts'
import { sessionsOf } from './account-session-store.ts'

type TokenTable = typeof passwordResetTokens | typeof emailVerificationTokens

/**
 * Invalidates the user's older tokens and returns a new one for the mail. Only the sha256 of the token is
 * stored. Null if the user is unknown.
 */
async function saveToken(
  db: Database,
  table: TokenTable,
  { who, expiresAt }: { who: SQL | undefined; expiresAt: Date },
) {
  return inTransaction(db, async (transaction) => {
    const person = { userId: users.id, email: users.email }
    // Locks the user's row, so that concurrent requests leave only one valid token.
    const [user] = await transaction.select(person).from(users).where(who).for('no key update')
    if (user === undefined) return null
    const token = makeToken()
    await transaction.delete(table).where(eq(table.userId, user.userId))
    await transaction.insert(table).values({ ...user, expiresAt, tokenHash: hashOfToken(token) })
    return { token, email: user.email }
  })
}

const isUsable = (table: TokenTable, tokenHash: string, now: Date) =>
  and(eq(table.tokenHash, tokenHash), eq(table.used, 0), gt(table.expiresAt, now))

/** The user of a valid token. The user's row is locked first, in the same order as everywhere else. */
async function lockOwner(transaction: Transaction, table: TokenTable, tokenHash: string) {
  const [owner] = await transaction
    .select({ userId: users.id, email: users.email, emailVerifiedAt: users.emailVerifiedAt })
    .from(users)
    .innerJoin(table, eq(table.userId, users.id))
    .where(and(eq(table.tokenHash, tokenHash), sql`lower(${table.email}) = lower(${users.email})`))
    .for('no key update', { of: users })
  return owner ?? null
}

async function spendToken(
  transaction: Transaction,
  table: TokenTable,
  use: { tokenHash: string; now: Date },
) {
  const spent = await transaction
    .update(table)
    .set({ used: 1 })
    .where(isUsable(table, use.tokenHash, use.now))
  return spent.rowCount === 1
}

function passwordResets(db: Database) {
  return {
    savePasswordResetToken: (email: string, expiresAt: Date) =>
      saveToken(db, passwordResetTokens, { who: sql`lower(${users.email}) = lower(${email})`, expiresAt }),

    /** Null if the token is invalid. The token stays valid: only `resetPassword` uses it up. */
    async findPasswordReset(token: string, now: Date): Promise<{ email: string } | null> {
      const [row] = await db
        .select({ email: passwordResetTokens.email })
        .from(passwordResetTokens)
        .where(isUsable(passwordResetTokens, hashOfToken(token), now))
      return row ?? null
    },

    /**
     * Sets the password in one transaction. Null if the token is invalid. Identities that others may have
     * linked are removed, because only a reader of the mailbox has proved to own the account.
     */
    async resetPassword(reset: { token: string; passwordHash: string; now: Date }) {
      const { passwordHash, now } = reset
      const use = { tokenHash: hashOfToken(reset.token), now }
      return inTransaction(db, async (transaction) => {
        const owner = await lockOwner(transaction, passwordResetTokens, use.tokenHash)
        if (owner === null || !(await spendToken(transaction, passwordResetTokens, use))) return null
        const { userId, email } = owner
        if (owner.emailVerifiedAt === null)
          await transaction.delete(accountIdentities).where(eq(accountIdentities.userId, userId))
        await transaction.delete(accountIdentities).where(ofOtherAddress(userId))
        await transaction
          .update(users)
          .set({
            password: passwordHash,
            mustChangePassword: false,
            emailVerifiedAt: owner.emailVerifiedAt ?? now,
            updatedAt: now,
          })
          .where(eq(users.id, userId))
        await transaction.delete(sessions).where(sessionsOf(userId))
        return { userId, email }
      })
    },
  }
}

function addressProofs(db: Database) {
  return {
    /** Null if the user was deleted or has already verified the address. */
    saveVerificationToken: (userId: string, expiresAt: Date) =>
      saveToken(db, emailVerificationTokens, {
        who: and(eq(users.id, userId), isNull(users.emailVerifiedAt)),
        expiresAt,
      }),

    /** Returns false if the token is invalid, or if it was mailed to a previous address of the user. */
    async verifyEmail(token: string, now: Date): Promise<boolean> {
      const use = { tokenHash: hashOfToken(token), now }
      return inTransaction(db, async (transaction) => {
        const owner = await lockOwner(transaction, emailVerificationTokens, use.tokenHash)
        if (owner === null || !(await spendToken(transaction, emailVerificationTokens, use))) return false
        await transaction
          .update(users)
          .set({ emailVerifiedAt: owner.emailVerifiedAt ?? now, updatedAt: now })
          .where(eq(users.id, owner.userId))
        return true
      })
    },

    async deleteExpiredTokens(now: Date): Promise<void> {
      await db.delete(passwordResetTokens).where(lt(passwordResetTokens.expiresAt, now))
      await db.delete(emailVerificationTokens).where(lt(emailVerificationTokens.expiresAt, now))
    },
  }
}

export function makeMailedTokenStore(db: Database) {
  return { ...passwordResets(db), ...addressProofs(db) }
}
