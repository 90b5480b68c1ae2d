import { accountIdentities, users } from '#server/database/account-schema.ts'
import { and, eq, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { codesOf, uniqueViolation } from '#server/database/system-error.ts'

/** An identity at a provider, with an address that the provider has verified. */
export type Identity = { issuer: string; subject: string; email: string }

export type NewAccount = Identity & { firstName: string | null; lastName: string | null; createdAt: Date }

/**
 * The identity is inserted last. If another request has taken the identity in the meantime, the violated
 * unique key also rolls back the account.
 */
const createStatement = `with made as (
    insert into users (email, first_name, last_name, email_verified_at, subscription_period_start, created_at, updated_at)
    values ($3, $4, $5, $6, $6, $6, $6) on conflict do nothing returning id
  )
  insert into account_identities (issuer, subject, user_id, email)
  select $1, $2, id, $3 from made returning user_id as "userId"`

/**
 * Adds the identity only to an account with the same address. If $5 is null, the account must also have a
 * verified address and no password.
 */
const linkStatement = `with linked as (
    insert into account_identities (issuer, subject, user_id, email)
    select $1, $2, id, $3::text from users
    where id = $4 and lower(email) = lower($3::text) and ($5::timestamptz is not null or (email_verified_at is not null and password is null))
    on conflict do nothing returning user_id
  )
  update users set email_verified_at = coalesce(email_verified_at, $5)
  from linked where users.id = linked.user_id`

export type StoredIdentity = Identity & { createdAt: Date }

const is = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>) =>
  and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject))

/** The identities of a user, who adds and removes them. */
function ownIdentities(db: Database) {
  const listOf = (statements: Statements, userId: string): Promise<StoredIdentity[]> =>
    statements
      .select(pickColumns(accountIdentities, 'issuer', 'subject', 'email', 'createdAt'))
      .from(accountIdentities)
      .where(eq(accountIdentities.userId, userId))
      .orderBy(accountIdentities.createdAt, accountIdentities.subject)

  return {
    listIdentities: (userId: string) => listOf(db, userId),

    /** Adds an identity with any address. Returns false if it belongs to another account. */
    async addIdentity(identity: Identity, userId: string): Promise<boolean> {
      const { rowCount } = await db
        .insert(accountIdentities)
        .values({ ...identity, userId })
        .onConflictDoNothing()
      if (rowCount === 1) return true
      const [row] = await db
        .select({ userId: accountIdentities.userId })
        .from(accountIdentities)
        .where(is(identity))
      return row?.userId === userId
    },

    /**
     * Returns false if the user could no longer sign in without it. Locks the user, so that of two concurrent
     * removals the second sees the first.
     */
    async removeIdentity(
      userId: string,
      identity: Identity,
      isUsable: (issuer: string) => boolean,
    ): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const [user] = await transaction
          .select({ password: users.password })
          .from(users)
          .where(eq(users.id, userId))
          .for('update')
        const left = (await listOf(transaction, userId)).filter(
          ({ issuer, subject }) => issuer !== identity.issuer || subject !== identity.subject,
        )
        const isSpare = user?.password !== null || !isUsable(identity.issuer)
        if (!isSpare && !left.some(({ issuer }) => isUsable(issuer))) return false
        await transaction
          .delete(accountIdentities)
          .where(and(is(identity), eq(accountIdentities.userId, userId)))
        return true
      })
    },
  }
}

export function makeIdentityStore(db: Database) {
  const link = async ({ issuer, subject, email }: Identity, userId: string, verifiedAt: Date | null) => {
    const linked = await db.$client.query(linkStatement, [issuer, subject, email, userId, verifiedAt])
    return linked.rowCount === 1
  }

  return {
    ...ownIdentities(db),

    async findUserOfIdentity(issuer: string, subject: string): Promise<string | null> {
      const [row] = await db
        .select({ userId: accountIdentities.userId })
        .from(accountIdentities)
        .where(and(eq(accountIdentities.issuer, issuer), eq(accountIdentities.subject, subject)))
      return row?.userId ?? null
    },

    /** `open` means that the address is verified and there is no password. */
    async findAccountByEmail(email: string): Promise<{ userId: string; open: boolean } | null> {
      const [row] = await db
        .select({ userId: users.id, emailVerifiedAt: users.emailVerifiedAt, password: users.password })
        .from(users)
        .where(sql`lower(${users.email}) = lower(${email})`)
      if (row === undefined) return null
      return { userId: row.userId, open: row.emailVerifiedAt !== null && row.password === null }
    },

    /**
     * Creates an account without a password. Null if the address or the identity was taken in the meantime.
     */
    async createAccount(account: NewAccount): Promise<string | null> {
      const { issuer, subject, email, firstName, lastName, createdAt } = account
      const values = [issuer, subject, email, firstName, lastName, createdAt]
      try {
        const made = await db.$client.query<{ userId: string }>(createStatement, values)
        return made.rows[0]?.userId ?? null
      } catch (error) {
        if (codesOf(error).includes(uniqueViolation)) return null
        throw error
      }
    },

    /**
     * Returns false if the addresses differ, the account is not open, or the identity belongs to another
     * account.
     */
    linkToOpenAccount: (identity: Identity, userId: string) => link(identity, userId, null),

    /**
     * Called after the password of the account was entered. The provider has verified the address, so the
     * account's address then counts as verified.
     */
    linkToOwnAccount: (identity: Identity, userId: string, now: Date) => link(identity, userId, now),
  }
}
