import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits } from '#server/database/schema.ts'

const endpoint = 'score'

export type ScoringLimitStore = ReturnType<typeof makeScoringLimitStore>

export function makeScoringLimitStore(db: Database) {
  return {
    /** Counts one more for the address in this minute, with one statement, and gives the count. Old counts go with those of attempts. */
    async countScore(address: string, minute: Date): Promise<number> {
      const [counted] = await db
        .insert(rateLimits)
        .values({ identifier: `address:${address}`, endpoint, bucketStart: minute, requestCount: 1 })
        .onConflictDoUpdate({
          target: [rateLimits.identifier, rateLimits.endpoint, rateLimits.bucketStart],
          set: { requestCount: sql`${rateLimits.requestCount} + 1`, updatedAt: sql`now()` },
        })
        .returning({ count: rateLimits.requestCount })
      return counted?.count ?? 0
    },
  }
}
