import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits, searchResults, searchSessions } from '#server/database/schema.ts'
import type { SearchesToday, VisitorLimits } from './allowance-rules.ts'
import { unfold } from './duplicate-rules.ts'
import type { FoundAnswer } from './find-posts.ts'

export type Visitor = { visitorId: string; address: string }

export type SearchToKeep = { keyword: string; answer: FoundAnswer; searchedAt: Date; expiresAt: Date }

const savedSearch = z.object({
  keyword: z.string(),
  sessionToken: z.string(),
  userId: z.nullable(z.string()),
  postIds: z.array(z.int()),
  matches: z.array(keywordMatch),
  coverage: z.array(sourceCoverage),
  createdAt: z.date(),
})
export type SavedSearch = z.infer<typeof savedSearch>

const endpoint = 'search'
const visitorKey = (visitor: Visitor) => `visitor:${visitor.visitorId}`
const addressKey = (visitor: Visitor) => `address:${visitor.address}`

/** Keeps a search where `taken` holds `rows` rows; else the token is null, and its constraint undoes everything. */
const keepSearch = (rows: number) => `kept as (
    insert into search_sessions (session_token, keyword, results_count, ip_address, visitor_id, user_id, created_at)
    select case when (select count(*) from taken) = ${rows} then $1 end, $2, $3::integer, $4, $5, $6, $11
    returning id
  )
  insert into search_results (search_session_id, post_ids, matches, coverage, expires_at)
  select id, $7::bigint[], $8::text[], $9::json, $10 from kept`

/** The final answer of a search that was kept with its first one. */
const keepFinalAnswer = `with kept as (
    update search_results set post_ids = $2::bigint[], matches = $3::text[], coverage = $4::json
    from search_sessions where search_sessions.id = search_session_id and session_token = $1
    returning search_session_id
  )
  update search_sessions set results_count = $5 where id in (select search_session_id from kept)`

/** Takes one from both buckets; row locks make parallel searches count one by one. */
const keepVisitorSearch = `with taken as (
    insert into rate_limits (identifier, endpoint, bucket_start, request_count)
    select identifier, '${endpoint}', $12, 1
    from (values ($13, $14::integer), ($15, $16::integer)) as asked (identifier, most) where most > 0
    on conflict (identifier, endpoint, bucket_start) do update
      set request_count = rate_limits.request_count + 1, updated_at = now()
      where rate_limits.request_count < case excluded.identifier when $13 then $14::integer else $16::integer end
    returning identifier
  ), ${keepSearch(2)}`

/** Takes one from the account's month, a new one when that has begun; the row lock makes searches count one by one. */
const keepUserSearch = `with taken as (
    update users set subscription_period_start = greatest(subscription_period_start, $12),
      searches_this_month = case when subscription_period_start < $12 then 1 else searches_this_month + 1 end
    where id = $6 and (subscription_tier = 'pro' or subscription_period_start < $12 or searches_this_month < $13)
    returning id
  ), ${keepSearch(1)}`

function isMissingToken(error: unknown): boolean {
  const refused = error as { code?: string; column?: string }
  return refused.code === '23502' && refused.column === 'session_token'
}

/** The posts of an answer as a row keeps them, what is folded into others as well. */
function keptPosts({ posts }: FoundAnswer): [ids: number[], matches: string[]] {
  const every = unfold(posts)
  return [every.map(({ post }) => post.archiveId), every.map(({ match }) => match)]
}

function keptValues(
  sessionToken: string,
  { keyword, answer, searchedAt, expiresAt }: SearchToKeep,
  owner: Owner,
) {
  return [
    sessionToken,
    keyword,
    answer.posts.length,
    owner.address,
    owner.visitorId,
    owner.userId,
    ...keptPosts(answer),
    JSON.stringify(answer.coverage),
    expiresAt,
    searchedAt,
  ]
}

type Owner = { address: string; visitorId: string | null; userId: string | null }

const makeToken = () => randomBytes(32).toString('base64url')

async function keep(statement: Promise<unknown>, sessionToken: string): Promise<string | null> {
  try {
    await statement
    return sessionToken
  } catch (error) {
    if (isMissingToken(error)) return null
    throw error
  }
}

export type SearchStore = ReturnType<typeof makeSearchStore>

export function makeSearchStore(db: Database) {
  return {
    async findSearchesToday(visitor: Visitor, day: Date): Promise<SearchesToday> {
      const { rows } = await db.$client.query<{ identifier: string; count: number }>({
        name: 'searches_today',
        text: `select identifier, request_count as count from rate_limits
          where identifier in ($1, $2) and endpoint = '${endpoint}' and bucket_start = $3`,
        values: [visitorKey(visitor), addressKey(visitor), day],
      })
      const countOf = (key: string) => rows.find((row) => row.identifier === key)?.count ?? 0
      return { byVisitor: countOf(visitorKey(visitor)), byAddress: countOf(addressKey(visitor)) }
    },

    /** Takes the search from the day's allowance and keeps it, both or neither; null when the day is used up. */
    async saveVisitorSearch(
      { visitor, day }: { visitor: Visitor; day: Date },
      search: SearchToKeep,
      most: VisitorLimits,
    ): Promise<string | null> {
      const token = makeToken()
      const owner = { ...visitor, userId: null }
      const buckets = [day, visitorKey(visitor), most.perVisitor, addressKey(visitor), most.perAddress]
      const values = [...keptValues(token, search, owner), ...buckets]
      return keep(db.$client.query({ name: 'keep_visitor_search', text: keepVisitorSearch, values }), token)
    },

    /** Takes the search from the account's month and keeps it, both or neither; null when the month is used up. */
    async saveUserSearch(
      { userId, address, periodStart }: { userId: string; address: string; periodStart: Date },
      search: SearchToKeep,
      mostFree: number,
    ): Promise<string | null> {
      const token = makeToken()
      const values = [
        ...keptValues(token, search, { address, userId, visitorId: null }),
        periodStart,
        mostFree,
      ]
      return keep(db.$client.query({ name: 'keep_user_search', text: keepUserSearch, values }), token)
    },

    /** Puts the final answer in place of the first one; a search that is gone meanwhile stays so. */
    async updateAnswer(sessionToken: string, answer: FoundAnswer): Promise<void> {
      const coverage = JSON.stringify(answer.coverage)
      const values = [sessionToken, ...keptPosts(answer), coverage, answer.posts.length]
      await db.$client.query({ name: 'keep_final_answer', text: keepFinalAnswer, values })
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
          createdAt: searchSessions.createdAt,
        })
        .from(searchSessions)
        .innerJoin(searchResults, eq(searchResults.searchSessionId, searchSessions.id))
        .where(and(eq(searchSessions.sessionToken, sessionToken), gt(searchResults.expiresAt, now)))
      return row === undefined ? null : z.parse(savedSearch, row)
    },

    /** Removes results past their time, what told whose visitor's search it was, and the counters of past days. */
    async deleteExpired(now: Date, day: Date): Promise<void> {
      await db.$client.query(
        `with gone as (
          delete from search_results where expires_at < $1 returning search_session_id
        )
        update search_sessions set ip_address = null, visitor_id = null
        where id in (select search_session_id from gone) and user_id is null`,
        [now],
      )
      await db
        .delete(rateLimits)
        .where(and(eq(rateLimits.endpoint, endpoint), lt(rateLimits.bucketStart, day)))
    },
  }
}
