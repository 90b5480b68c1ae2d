import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/schema.ts'
import type { SearchesToday, VisitorLimits } from './allowance-rules.ts'
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

/**
 * Takes one from both buckets and keeps the search; row locks make parallel searches count one by one.
 * Without room in both there is no token, and the column's not-null constraint undoes everything.
 */
const keepStatement = `with taken as (
    insert into rate_limits (identifier, endpoint, bucket_start, request_count)
    select identifier, '${endpoint}', $1, 1
    from (values ($2, $3::integer), ($4, $5::integer)) as asked (identifier, most) where most > 0
    on conflict (identifier, endpoint, bucket_start) do update
      set request_count = rate_limits.request_count + 1, updated_at = now()
      where rate_limits.request_count < case excluded.identifier when $2 then $3::integer else $5::integer end
    returning identifier
  ), kept as (
    insert into search_sessions (session_token, keyword, results_count, ip_address, visitor_id)
    select case when (select count(*) from taken) = 2 then $6 end, $7, $8::integer, $9, $10
    returning id
  )
  insert into search_results (search_session_id, post_ids, matches, coverage, expires_at)
  select id, $11::bigint[], $12::text[], $13::json, $14 from kept`

function isMissingToken(error: unknown): boolean {
  const refused = error as { code?: string; column?: string }
  return refused.code === '23502' && refused.column === 'session_token'
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

    /** Takes the search from the day's allowance and keeps it, both or neither; null when the day is used up. */
    async saveSearch(search: SearchToKeep, most: VisitorLimits): Promise<string | null> {
      const { visitor, keyword, answer, day, expiresAt } = search
      const sessionToken = randomBytes(32).toString('base64url')
      const values = [
        day,
        visitorKey(visitor),
        most.perVisitor,
        addressKey(visitor),
        most.perAddress,
        sessionToken,
        keyword,
        answer.posts.length,
        visitor.address,
        visitor.visitorId,
        answer.posts.map(({ post }) => post.archiveId),
        answer.posts.map(({ match }) => match),
        JSON.stringify(answer.coverage),
        expiresAt,
      ]
      try {
        await db.$client.query({ name: 'keep_search', text: keepStatement, values })
        return sessionToken
      } catch (error) {
        if (isMissingToken(error)) return null
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
