import type { SubscriptionTier } from '#contract/accounts.ts'
import type { ListedUser, UserFilter, UserSort } from '#contract/admin-users.ts'
import type { SubscriptionStatus } from '#contract/billing.ts'
import {
  accountIdentities,
  emailVerificationTokens,
  passwordResetTokens,
  sessions,
  users,
} from '#server/database/account-schema.ts'
import { billingCustomers, customerEmailWork } from '#server/database/billing-schema.ts'
import { and, eq, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { ofOtherAddress } from '#server/database/linked-identities.ts'
import { announceWork } from '#server/database/listen-for-work.ts'
import type { Database } from '#server/database/open-database.ts'
import { codesOf, uniqueViolation } from '#server/database/system-error.ts'
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts'

/**
 * Which accounts are listed, and in which order. `recentSince` is the instant from which accounts count as
 * recent.
 */
export type UserSelection = { filter: UserFilter; sort: UserSort; search: string; recentSince: Date }

export type Slice = { limit: number; offset: number }

type Counted = { searches: number; periodStart: Date; createdAt: Date; lastSearchAt: Date | null }

/** `paidStatus` is the status of a plan that is paid for with real money. */
export type ListedUserRow = Counted & {
  email: string
  tier: SubscriptionTier
  paidStatus: SubscriptionStatus | null
} & Pick<
    ListedUser,
    | 'id'
    | 'firstName'
    | 'lastName'
    | 'granted'
    | 'isAdmin'
    | 'totalSearches'
    | 'totalResults'
    | 'watches'
    | 'mostWatches'
  >

type PasswordChange = { password: string; mustChangePassword: boolean }

const columns = `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
  u.subscription_tier as tier, u.pro_granted_at is not null as granted,
  (select c.status from billing_customers c where c.user_id = u.id and c.mode = 'production') as "paidStatus",
  (u.email_verified_at is not null and lower(u.email) in (select lower(username) from admin_users)) as "isAdmin",
  u.most_watches as "mostWatches",
  (select count(*)::int from watches w where w.user_id = u.id and w.deleted_at is null) as watches,
  did.total_searches as "totalSearches", did.total_results::float8 as "totalResults",
  u.searches_this_month as searches, u.subscription_period_start as "periodStart",
  u.created_at as "createdAt", did.last_search_at as "lastSearchAt"`

/** Looks accounts up by id. Without `offset 0`, the planner would read all accounts for one page. */
const chosenUsers = `cross join lateral (select * from users where id = chosen.id offset 0) u
  cross join lateral (select * from user_activity where user_id = chosen.id offset 0) did`

/**
 * The columns of each sort order. They are in the table `u` (accounts) or `did` (activity of the accounts).
 * The last column is unique.
 */
const orders: Record<UserSort, { by: string[]; descending: boolean }> = {
  newest: { by: ['u.created_at', 'u.id'], descending: true },
  oldest: { by: ['u.created_at', 'u.id'], descending: false },
  'most-active': { by: ['did.total_searches', 'did.user_id'], descending: true },
  'least-active': { by: ['did.total_searches', 'did.user_id'], descending: false },
  alphabetical: { by: ['lower(u.email)'], descending: false },
}

const filters: Record<UserFilter, string> = {
  all: '',
  pro: `u.subscription_tier = 'pro'`,
  free: `u.subscription_tier = 'free'`,
  active: 'did.total_searches > 0',
  recent: 'u.created_at >= $1',
}

const accounts = { table: 'users', name: 'u', id: 'u.id' }
const tables = [
  accounts,
  { table: 'user_activity', name: 'did', id: 'did.user_id' },
  { table: 'user_search_texts', name: 'named', id: 'named.user_id' },
]

/** A pattern for names that contain the typed text, with escaped wildcards. */
const patternOf = (search: string) => `%${search.replace(/[\\%_]/gu, '\\$&')}%`

/** Builds a statement that contains only the values and tables that are needed. */
function statementOf({ filter, sort, search, recentSince }: UserSelection, isOrdered: boolean) {
  const values: unknown[] = filter === 'recent' ? [recentSince] : []
  const conditions = [filters[filter]]
  if (search !== '') conditions.push(`named.search_text like lower($${values.push(patternOf(search))})`)
  const asked = [...conditions, ...(isOrdered ? orders[sort].by : [])].join(' ')
  const needed = tables.filter(({ name }) => asked.includes(`${name}.`))
  const [first = accounts, ...more] = needed
  const joins = more.map(({ table, name, id }) => ` join ${table} ${name} on ${id} = ${first.id}`)
  const where = conditions.filter((condition) => condition !== '').join(' and ') || 'true'
  return { from: `${first.table} ${first.name}${joins.join('')}`, where, values, id: first.id }
}

function orderOf(sort: UserSort, isReversed: boolean): string {
  const { by, descending } = orders[sort]
  return by.map((column) => `${column} ${descending === isReversed ? 'asc' : 'desc'}`).join(', ')
}

function changes(db: Database) {
  return {
    /** Returns false if the user is unknown. */
    async limitWatches(userId: string, mostWatches: number | null, entry: NewAuditEntry): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const { rowCount } = await transaction
          .update(users)
          .set({ mostWatches, updatedAt: entry.at })
          .where(eq(users.id, userId))
        if (rowCount === 0) return false
        await insertAuditEntry(transaction, entry)
        return true
      })
    },

    /**
     * Ends the user's sessions, and invalidates their reset links and the identities that others may have
     * linked. Returns false if the user is unknown.
     */
    async setUserPassword(userId: string, change: PasswordChange, entry: NewAuditEntry): Promise<boolean> {
      return inTransaction(db, async (transaction) => {
        const { rowCount } = await transaction
          .update(users)
          .set({ ...change, updatedAt: entry.at })
          .where(eq(users.id, userId))
        if (rowCount === 0) return false
        await transaction.delete(accountIdentities).where(ofOtherAddress(userId))
        await transaction.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
        await transaction.delete(sessions).where(sql`${sessions.content}->>'userId' = ${userId}`)
        await insertAuditEntry(transaction, entry)
        return true
      })
    },
  }
}

function addressChanges(db: Database) {
  return {
    /**
     * Ends the user's sessions and invalidates the links that were mailed to the old address. Accounts of the
     * old address at other services no longer sign in, because their passwords are reset in that mailbox.
     */
    async setUserEmail(
      userId: string,
      email: string,
      entry: NewAuditEntry,
    ): Promise<'changed' | 'taken' | 'unknown'> {
      try {
        return await inTransaction(db, async (transaction) => {
          const [old] = await transaction
            .select({ email: users.email })
            .from(users)
            .where(eq(users.id, userId))
            .for('no key update')
          if (old === undefined) return 'unknown'
          await transaction
            .update(users)
            .set({ email, emailVerifiedAt: null, emailSetByOperator: true, updatedAt: entry.at })
            .where(eq(users.id, userId))
          // The payment provider sends receipts to the address that it knows.
          await transaction
            .update(billingCustomers)
            .set({ emailDue: true })
            .where(eq(billingCustomers.userId, userId))
          await transaction.execute(announceWork(customerEmailWork))
          await transaction
            .delete(accountIdentities)
            .where(
              and(
                eq(accountIdentities.userId, userId),
                sql`lower(${accountIdentities.email}) = lower(${old.email})`,
              ),
            )
          await transaction.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId))
          await transaction.delete(emailVerificationTokens).where(eq(emailVerificationTokens.userId, userId))
          await transaction.delete(sessions).where(sql`${sessions.content}->>'userId' = ${userId}`)
          await insertAuditEntry(transaction, entry)
          return 'changed'
        })
      } catch (error) {
        if (codesOf(error).includes(uniqueViolation)) return 'taken'
        throw error
      }
    },
  }
}

export function makeListedUsersStore(db: Database) {
  const listIds = async (selection: UserSelection, slice: Slice | null, isReversed = false) => {
    const { from, where, values, id } = statementOf(selection, true)
    const order = orderOf(selection.sort, isReversed)
    const piece =
      slice === null ? '' : `limit $${values.push(slice.limit)} offset $${values.push(slice.offset)}`
    const text = `select ${id} as id from ${from} where ${where} order by ${order} ${piece}`
    const { rows } = await db.$client.query<{ id: string }>({ text, values })
    return rows.map((row) => row.id)
  }

  return {
    ...changes(db),
    ...addressChanges(db),

    listUserIds: (selection: UserSelection, slice: Slice | null) => listIds(selection, slice),

    /**
     * Lists ids like `listUserIds`, for a known number of `matching` accounts. Pages in the second half are
     * read from the end.
     */
    async listUserIdsOf(selection: UserSelection, { limit, offset }: Slice, matching: number) {
      if (offset * 2 <= matching) return listIds(selection, { limit, offset })
      const fromEnd = {
        limit: Math.min(limit, matching - offset),
        offset: Math.max(0, matching - offset - limit),
      }
      if (fromEnd.limit <= 0) return []
      return (await listIds(selection, fromEnd, true)).reverse()
    },

    /** The accounts in the order of the ids, without deleted ones. */
    async listUsersById(ids: readonly string[]): Promise<ListedUserRow[]> {
      const text = `${columns} from unnest($1::text[]) with ordinality chosen (id, place) ${chosenUsers} order by place`
      const { rows } = await db.$client.query<ListedUserRow>({ text, values: [ids] })
      return rows
    },

    async findListedUser(userId: string): Promise<ListedUserRow | null> {
      const text = `${columns} from users u join user_activity did on did.user_id = u.id where u.id = $1`
      const { rows } = await db.$client.query<ListedUserRow>({ text, values: [userId] })
      return rows[0] ?? null
    },

    async countUsers(selection: UserSelection): Promise<number> {
      const { from, where, values } = statementOf(selection, false)
      const text = `select count(*)::integer as users from ${from} where ${where}`
      const { rows } = await db.$client.query<{ users: number }>({ text, values })
      return rows[0]?.users ?? 0
    },
  }
}
