import { createHmac } from 'node:crypto'
import { users } from '#server/database/account-schema.ts'
import { and, desc, eq, gte, isNull, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { freeAllowances, searchResults, searchSessions } from '#server/database/search-schema.ts'

/** Providers that ignore periods before the @. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses of a mailbox: in lower case, without `+tag` and, at Google, without periods.
 */
export function normalizeAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const local = email.slice(0, at).toLowerCase()
  const untagged = local.replace(/(?<=.)\+.*/u, '')
  return dotless.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

/** A keyed hash of an e-mail address. It cannot be guessed without the secret. */
export type AllowanceKey = (email: string) => string

export function makeAllowanceKey(secret: string): AllowanceKey {
  const key = createHmac('sha256', secret).update('free allowance').digest()
  return (email) => createHmac('sha256', key).update(normalizeAddress(email)).digest('base64url')
}

/** The usage of accounts. */
export type UsageStore = ReturnType<typeof makeUsageStore>

/**
 * Assigns a visitor's searches to the visitor's new account. With null it changes nothing, but takes the same
 * time.
 */
export async function takeOverSearches(
  db: Database,
  visitorId: string,
  userId: string | null,
): Promise<void> {
  const owner = sql`${userId}::varchar`
  await db
    .update(searchSessions)
    .set({ userId: owner })
    .where(
      and(eq(searchSessions.visitorId, visitorId), isNull(searchSessions.userId), sql`${owner} is not null`),
    )
}

export function makeUsageStore(db: Database, allowanceKey: AllowanceKey) {
  return {
    /**
     * An account's usage this month, and the allowance that it shares with all accounts of its e-mail
     * address. Null if there is no such account.
     */
    async findMonthlyUse(userId: string) {
      const [row] = await db
        .select({
          tier: users.subscriptionTier,
          searches: users.searchesThisMonth,
          periodStart: users.subscriptionPeriodStart,
          email: users.email,
          emailVerifiedAt: users.emailVerifiedAt,
        })
        .from(users)
        .where(eq(users.id, userId))
      if (row === undefined) return null
      const { email, emailVerifiedAt, ...own } = row
      const allowanceHash = allowanceKey(email)
      const [shared] = await db
        .select({ searches: freeAllowances.searches, until: freeAllowances.until })
        .from(freeAllowances)
        .where(eq(freeAllowances.addressHash, allowanceHash))
      return { ...own, shared: shared ?? null, allowanceHash, emailVerified: emailVerifiedAt !== null }
    },

    /** The number of searches since this day, and the number of results of all searches. */
    async countSearches(userId: string, day: Date) {
      const [row] = await db
        .select({
          today: sql<number>`count(*) filter (where ${gte(searchSessions.createdAt, day)})`.mapWith(Number),
          results: sql<number>`coalesce(sum(${searchSessions.resultsCount}), 0)`.mapWith(Number),
        })
        .from(searchSessions)
        .where(eq(searchSessions.userId, userId))
      return row ?? { today: 0, results: 0 }
    },

    /** The newest searches of an account, newest first. The token is missing if the results have expired. */
    async listHistory(userId: string, now: Date, limit: number) {
      return db
        .select({
          ...pickColumns(searchSessions, 'id', 'keyword', 'resultsCount', 'createdAt'),
          sessionToken: sql<
            string | null
          >`case when ${searchResults.expiresAt} > ${now} then ${searchSessions.sessionToken} end`,
        })
        .from(searchSessions)
        .leftJoin(searchResults, eq(searchResults.searchSessionId, searchSessions.id))
        .where(eq(searchSessions.userId, userId))
        .orderBy(desc(searchSessions.createdAt), desc(searchSessions.id))
        .limit(limit)
    },
  }
}
