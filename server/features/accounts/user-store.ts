import { sessions, users } from '#server/database/account-schema.ts'
import { adminUsers } from '#server/database/admin-schema.ts'
import { and, eq, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { codesOf, uniqueViolation } from '#server/database/system-error.ts'
import { publicId, sessionsOf } from './account-session-store.ts'

/** A row of `users`, for use cases only. It must not be part of a reply. */
export type User = typeof users.$inferSelect

type Registration = Names & { email: string; password: string; createdAt: Date }

export type Names = { firstName: string; lastName: string }

const sameAddress = (email: string) => sql`lower(${users.email}) = lower(${email})`

async function findById(db: Database, userId: string): Promise<User | null> {
  const [row] = await db.select().from(users).where(eq(users.id, userId))
  return row ?? null
}

/** Writes to the table for known addresses as well, so that they take the same time as new ones. */
async function insertOrTouch(
  db: Database,
  { email, password, firstName, lastName, createdAt }: Registration,
) {
  const { rows } = await db.execute<{ id: string; created: boolean }>(sql`
    insert into users (email, password, first_name, last_name, created_at, subscription_period_start)
    values (${email}, ${password}, ${firstName}, ${lastName}, ${createdAt}, ${createdAt})
    on conflict (lower(email)) do update set updated_at = users.updated_at
    returning id, xmax = 0 as created`)
  const [row] = rows
  const user = row === undefined ? null : await findById(db, row.id)
  if (row === undefined || user === null) throw new Error('An account was neither made nor found')
  return { user, created: row.created }
}

function people(db: Database) {
  return {
    /** Addresses that differ only in case belong to the same account. */
    async findUserByEmail(email: string): Promise<User | null> {
      const [row] = await db.select().from(users).where(sameAddress(email))
      return row ?? null
    },

    findUserById: (userId: string) => findById(db, userId),

    /** Creates the account, or returns the existing account with that address without changing it. */
    async createOrFindUser(user: Registration): Promise<{ user: User; created: boolean }> {
      try {
        return await insertOrTouch(db, user)
      } catch (error) {
        // Of two concurrent sign-ups, the second may violate the unique index on `email`, which `on conflict`
        // does not name. Its second attempt finds the first row.
        if (codesOf(error).includes(uniqueViolation)) return insertOrTouch(db, user)
        throw error
      }
    },

    /**
     * Whether an address is an operator's user name. If it is, the account belongs to that operator
     * (docs/decisions/0012).
     */
    async isAdminAddress(email: string): Promise<boolean> {
      return (await db.$count(adminUsers, sql`lower(${adminUsers.username}) = lower(${email})`)) > 0
    },

    async updateNames(userId: string, names: Names): Promise<User | null> {
      const [row] = await db
        .update(users)
        .set({ ...names, updatedAt: sql`now()` })
        .where(eq(users.id, userId))
        .returning()
      return row ?? null
    },
  }
}

function passwords(db: Database) {
  return {
    /**
     * Sets the password and ends all sessions of the user in one transaction. Returns the public ids of these
     * sessions.
     */
    async setPassword(userId: string, passwordHash: string): Promise<string[]> {
      return inTransaction(db, async (transaction) => {
        await transaction
          .update(users)
          .set({ password: passwordHash, mustChangePassword: false, updatedAt: sql`now()` })
          .where(eq(users.id, userId))
        const ended = await transaction.delete(sessions).where(sessionsOf(userId)).returning({ publicId })
        return ended.map((row) => row.publicId)
      })
    },

    /** Stores a stronger hash of the same password, unless the password was changed in the meantime. */
    async replaceHash(userId: string, known: string, passwordHash: string): Promise<boolean> {
      const { rowCount } = await db
        .update(users)
        .set({ password: passwordHash })
        .where(and(eq(users.id, userId), eq(users.password, known)))
      return rowCount === 1
    },

    /**
     * Waits for a concurrent change of the password, so that the hash is compared with that of the changed
     * password.
     */
    async isPasswordStill(userId: string, passwordHash: string): Promise<boolean> {
      const rows = await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, userId), eq(users.password, passwordHash)))
        .for('share')
      return rows.length === 1
    },
  }
}

export function makeUserStore(db: Database) {
  return { ...people(db), ...passwords(db) }
}
