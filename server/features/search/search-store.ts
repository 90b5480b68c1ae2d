import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/schema.ts'
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

/**
 * Takes one from both buckets and keeps the search, in one statement: a search waits for one round trip, and
 * the row locks make parallel ones count one after the other. Returns the buckets that had room.
 */
function takeAndKeep(search: SearchToKeep, sessionToken: string, most: VisitorLimits): SQL {
  const { visitor, keyword, answer, day, expiresAt } = search
  const postIds = sql.param(answer.posts.map(({ post }) => post.archiveId))
  const matches = sql.param(answer.posts.map(({ match }) => match))
  return sql`with taken as (
      insert into rate_limits (identifier, endpoint, bucket_start, request_count)
      select identifier, ${endpoint}, ${day}, 1
      from (values (${visitorKey(visitor)}, ${most.perVisitor}::integer), (${addressKey(visitor)}, ${most.perAddress}::integer))
        as asked (identifier, most) where most > 0
      on conflict (identifier, endpoint, bucket_start) do update
        set request_count = rate_limits.request_count + 1, updated_at = now()
        where rate_limits.request_count <
          case excluded.identifier when ${visitorKey(visitor)} then ${most.perVisitor}::integer else ${most.perAddress}::integer end
      returning identifier
    ), kept as (
      insert into search_sessions (session_token, keyword, results_count, ip_address, visitor_id)
      select ${sessionToken}, ${keyword}, ${answer.posts.length}::integer, ${visitor.address}, ${visitor.visitorId}
      where (select count(*) from taken) = 2
      returning id
    ), results as (
      insert into search_results (search_session_id, post_ids, matches, coverage, expires_at)
      select id, ${postIds}::bigint[], ${matches}::text[], ${JSON.stringify(answer.coverage)}::json, ${expiresAt} from kept
    )
    select identifier from taken`
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
      const sessionToken = randomBytes(32).toString('base64url')
      try {
        await db.transaction(async (transaction) => {
          const { rows } = await transaction.execute<{ identifier: string }>(
            takeAndKeep(search, sessionToken, most),
          )
          const taken = rows.map((row) => row.identifier)
          if (!taken.includes(visitorKey(search.visitor))) throw new LimitReached('visitor_daily_limit')
          if (!taken.includes(addressKey(search.visitor))) throw new LimitReached('address_daily_limit')
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
