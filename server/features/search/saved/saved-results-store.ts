import * as z from 'zod/mini'
import { keywordMatch, sourceCoverage } from '#contract/search.ts'
import { and, eq, gt } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { searchResults, searchSessions } from '#server/database/search-schema.ts'

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

/** Searches that the quota store has saved, with their results. */
export type SavedResultsStore = ReturnType<typeof makeSavedResultsStore>

export function makeSavedResultsStore(db: Database) {
  return {
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

    /** Deletes expired results, and the visitor ids of their searches. */
    async deleteExpired(now: Date): Promise<void> {
      await db.$client.query(
        `with gone as (
          delete from search_results where expires_at < $1 returning search_session_id
        )
        update search_sessions set ip_address = null, visitor_id = null
        where id in (select search_session_id from gone) and user_id is null`,
        [now],
      )
    },
  }
}
