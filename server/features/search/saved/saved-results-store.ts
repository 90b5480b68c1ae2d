import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import { and, eq, gt, inArray, lt } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { freeAllowances, rateLimits, searchResults, searchSessions } from '#server/database/search-schema.ts'
import { savedPosts } from '#server/features/search/allowance/quota-store.ts'
import {
  emptySearchEndpointName,
  searchEndpointName,
} from '#server/features/search/allowance/save-search-rows.ts'
import type { FoundAnswer } from '#server/matching/result-rules.ts'

const savedResults = z.object({
  keyword: z.string(),
  sessionToken: z.string(),
  userId: z.nullable(z.string()),
  postIds: z.array(z.int()),
  matches: z.array(keywordMatch),
  /** Null if an earlier version saved the results. */
  offTopic: z.nullable(z.array(z.boolean())),
  coverage: z.array(sourceCoverage),
  createdAt: z.date(),
})
export type SavedResults = z.infer<typeof savedResults>

const countedEndpoints = [searchEndpointName, emptySearchEndpointName]

/** The final results of a search that was saved with its first results. */
const saveFinalAnswer = `with saved as (
    update search_results set post_ids = $2::bigint[], matches = $3::text[], off_topic = $4::boolean[],
      coverage = $5::json
    from search_sessions where search_sessions.id = search_session_id and session_token = $1
    returning search_session_id
  )
  update search_sessions set results_count = $6 where id in (select search_session_id from saved)`

/** Saved searches with their results. */
export type SavedResultsStore = ReturnType<typeof makeSavedResultsStore>

export function makeSavedResultsStore(db: Database) {
  return {
    /**
     * Replaces the first results with the final ones. If the search was deleted in the meantime, it is not
     * saved again.
     */
    async updateAnswer(sessionToken: string, answer: FoundAnswer): Promise<void> {
      const coverage = JSON.stringify(answer.coverage)
      const values = [sessionToken, ...savedPosts(answer), coverage, answer.posts.length]
      await db.$client.query({ name: 'save_final_answer', text: saveFinalAnswer, values })
    },

    /** Null if there is no such search, or if its results have expired. */
    async findSavedResults(sessionToken: string, now: Date): Promise<SavedResults | null> {
      const [row] = await db
        .select({
          ...pickColumns(searchSessions, 'keyword', 'sessionToken', 'userId', 'createdAt'),
          ...pickColumns(searchResults, 'postIds', 'matches', 'offTopic', 'coverage'),
        })
        .from(searchSessions)
        .innerJoin(searchResults, eq(searchResults.searchSessionId, searchSessions.id))
        .where(and(eq(searchSessions.sessionToken, sessionToken), gt(searchResults.expiresAt, now)))
      return row === undefined ? null : z.parse(savedResults, row)
    },

    /** Deletes expired results, the visitor ids of their searches, and the counters of past days. */
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
        .where(and(inArray(rateLimits.endpoint, countedEndpoints), lt(rateLimits.bucketStart, day)))
      await db.delete(freeAllowances).where(lt(freeAllowances.until, now))
    },
  }
}
