import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/schema.ts'
import { takeFromBucket } from '#server/database/take-from-bucket.ts'
import type { Allowance, SearchesToday, VisitorLimits } from './allowance-rules.ts'
import type { FoundAnswer } from './find-posts.ts'

export type Visitor = { visitorId: string; address: string }

export type SearchToKeep = {
  visitor: Visitor
  keyword: string
  answer: FoundAnswer
  /** The start of the day the search counts for. */
  day: Date
  expiresAt: Date
}

const savedSearch = z.object({
  keyword: z.string(),
  sessionToken: z.string(),
  userId: z.nullable(z.string()),
  postIds: z.array(z.int()),
  matches: z.array(keywordMatch),
  coverage: z.array(sourceCoverage),
})
export type SavedSearch = z.infer<typeof savedSearch>

const endpoint = 'search'
const visitorKey = (visitor: Visitor) => `visitor:${visitor.visitorId}`
const addressKey = (visitor: Visitor) => `address:${visitor.address}`

class LimitReached extends Error {
  readonly because: Extract<Allowance, { allowed: false }>['because']

  constructor(because: LimitReached['because']) {
    super(because)
    this.because = because
  }
}

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

async function insertSearch(transaction: Transaction, search: SearchToKeep): Promise<string> {
  const sessionToken = randomBytes(32).toString('base64url')
  const [session] = await transaction
    .insert(searchSessions)
    .values({
      sessionToken,
      keyword: search.keyword,
      resultsCount: search.answer.posts.length,
      ipAddress: search.visitor.address,
      visitorId: search.visitor.visitorId,
    })
    .returning({ id: searchSessions.id })
  if (session === undefined) throw new Error('The search session was not inserted')
  await transaction.insert(searchResults).values({
    searchSessionId: session.id,
    postIds: search.answer.posts.map(({ post }) => post.archiveId),
    matches: search.answer.posts.map(({ match }) => match),
    coverage: search.answer.coverage,
    expiresAt: search.expiresAt,
  })
  return sessionToken
}

export type SearchStore = ReturnType<typeof makeSearchStore>

export function makeSearchStore(db: Database) {
  return {
    async findSearchesToday(visitor: Visitor, day: Date): Promise<SearchesToday> {
      const counts = await db
        .select({ identifier: rateLimits.identifier, count: rateLimits.requestCount })
        .from(rateLimits)
        .where(
          and(
            sql`${rateLimits.identifier} in (${visitorKey(visitor)}, ${addressKey(visitor)})`,
            eq(rateLimits.endpoint, endpoint),
            eq(rateLimits.bucketStart, day),
          ),
        )
      const countOf = (key: string) => counts.find((row) => row.identifier === key)?.count ?? 0
      return { byVisitor: countOf(visitorKey(visitor)), byAddress: countOf(addressKey(visitor)) }
    },

    /** Takes the search from the day's allowance and keeps it, both or neither. */
    async saveSearch(
      search: SearchToKeep,
      most: VisitorLimits,
    ): Promise<{ sessionToken: string } | Extract<Allowance, { allowed: false }>> {
      try {
        const sessionToken = await db.transaction(async (transaction) => {
          const { visitor, day } = search
          const take = (identifier: string, limit: number) =>
            takeFromBucket(transaction, { identifier, endpoint, bucketStart: day }, limit)
          if (!(await take(visitorKey(visitor), most.perVisitor))) {
            throw new LimitReached('visitor_daily_limit')
          }
          if (!(await take(addressKey(visitor), most.perAddress))) {
            throw new LimitReached('address_daily_limit')
          }
          return insertSearch(transaction, search)
        })
        return { sessionToken }
      } catch (error) {
        if (error instanceof LimitReached) return { allowed: false, because: error.because }
        throw error
      }
    },

    /** Null when there is no such search or its results have expired. */
    async findSavedSearch(sessionToken: string, now: Date): Promise<SavedSearch | null> {
      const [row] = await db
        .select({
          keyword: searchSessions.keyword,
          sessionToken: searchSessions.sessionToken,
          userId: searchSessions.userId,
          postIds: searchResults.postIds,
          matches: searchResults.matches,
          coverage: searchResults.coverage,
        })
        .from(searchSessions)
        .innerJoin(searchResults, eq(searchResults.searchSessionId, searchSessions.id))
        .where(and(eq(searchSessions.sessionToken, sessionToken), gt(searchResults.expiresAt, now)))
      return row === undefined ? null : z.parse(savedSearch, row)
    },

    /** Removes results past their time and the counters of past days. */
    async deleteExpired(now: Date, day: Date): Promise<void> {
      await db.delete(searchResults).where(lt(searchResults.expiresAt, now))
      await db
        .delete(rateLimits)
        .where(and(eq(rateLimits.endpoint, endpoint), lt(rateLimits.bucketStart, day)))
    },
  }
}
