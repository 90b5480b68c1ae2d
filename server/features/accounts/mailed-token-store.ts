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
import { pickColumns } from '#server/database/pick-columns.ts'
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

/** Whether an operator set the address and nobody has verified it. */
const isOperatorsGuess = sql<boolean>`(${users.emailSetByOperator} and ${users.emailVerifiedAt} is null)`

const isUsable = (table: TokenTable, tokenHash: string, now: Date) =>
  and(eq(table.tokenHash, tokenHash), eq(table.used, 0), gt(table.expiresAt, now))

/** The user of a valid token. The user's row is locked first, in the same order as everywhere else. */
async function lockOwner(transaction: Transaction, table: TokenTable, tokenHash: string) {
  const [owner] = await transaction
    .select({ ...pickColumns(users, 'email', 'emailVerifiedAt'), userId: users.id, isOperatorsGuess })
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
    /** Null if no account has the address, or if an operator set it and it is not verified. */
    savePasswordResetToken: (email: string, expiresAt: Date) => {
      const isKnown = sql`lower(${users.email}) = lower(${email})`
      return saveToken(db, passwordResetTokens, {
        who: sql`${isKnown} and not ${isOperatorsGuess}`,
        expiresAt,
      })
    },

    /** The address as it is stored, if an operator set it and nobody has verified it. */
    async findOperatorsGuess(email: string): Promise<string | null> {
      const [row] = await db
        .select({ email: users.email })
        .from(users)
        .where(sql`lower(${users.email}) = lower(${email}) and ${isOperatorsGuess}`)
      return row?.email ?? null
    },

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

    /**
     * `invalid` includes a token that was mailed to a previous address of the user. `signed_out`: an operator
     * set the address and the caller is somebody else; the token stays valid.
     */
    async verifyEmail({ token, now, caller }: { token: string; now: Date; caller: string | null }) {
      const use = { tokenHash: hashOfToken(token), now }
      return inTransaction(db, async (transaction) => {
        const owner = await lockOwner(transaction, emailVerificationTokens, use.tokenHash)
        if (owner === null) return 'invalid'
        if (owner.isOperatorsGuess && owner.userId !== caller) return 'signed_out'
        if (!(await spendToken(transaction, emailVerificationTokens, use))) return 'invalid'
        await transaction
          .update(users)
          .set({ emailVerifiedAt: owner.emailVerifiedAt ?? now, updatedAt: now })
          .where(eq(users.id, owner.userId))
        return 'verified'
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
