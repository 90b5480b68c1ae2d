import { desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { searchSessions, users } from '#server/database/schema.ts'

export type SearchListStore = ReturnType<typeof makeSearchListStore>

export function makeSearchListStore(db: Database) {
  return {
    /** Newest first; from the one named `before` on, which is left out. None after one that is no more. */
    async listSearches(limit: number, before: string | null) {
      const earlier = sql`(${searchSessions.createdAt}, ${searchSessions.id}) <
        (select created_at, id from search_sessions where id = ${before})`
      return db
        .select({
          ...pickColumns(searchSessions, 'id', 'keyword', 'resultsCount', 'ipAddress', 'createdAt'),
          user: { id: users.id, email: users.email, subscriptionTier: users.subscriptionTier },
        })
        .from(searchSessions)
        .leftJoin(users, eq(users.id, searchSessions.userId))
        .where(before === null ? undefined : earlier)
        .orderBy(desc(searchSessions.createdAt), desc(searchSessions.id))
        .limit(limit)
    },
  }
}
