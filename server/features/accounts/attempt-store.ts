import { and, eq, lt, ne, or, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits } from '#server/database/search-schema.ts'

export type Bucket = { identifier: string; endpoint: string; bucketStart: Date }

/** The table also contains the buckets of searches, which must not be deleted here. */
const searchEndpoint = 'search'

const orderOf = ({ identifier, endpoint }: Bucket) => `${identifier} ${endpoint}`

function isBucket({ identifier, endpoint, bucketStart }: Bucket) {
  return and(
    eq(rateLimits.identifier, identifier),
    eq(rateLimits.endpoint, endpoint),
    eq(rateLimits.bucketStart, bucketStart),
  )
}

export function makeAttemptStore(db: Database) {
  return {
    /**
     * One statement updates all buckets, so that concurrent attempts are counted one by one. Returns the new
     * counts.
     */
    async countAttempt<B extends Bucket>(buckets: readonly B[]): Promise<(B & { count: number })[]> {
      // The buckets are in a fixed order, so that two attempts cannot deadlock.
      const values = [...buckets]
        .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))
        .map((bucket) => ({ ...bucket, requestCount: 1 }))
      const counted = await db
        .insert(rateLimits)
        .values(values)
        .onConflictDoUpdate({
          target: [rateLimits.identifier, rateLimits.endpoint, rateLimits.bucketStart],
          set: { requestCount: sql`${rateLimits.requestCount} + 1`, updatedAt: sql`now()` },
        })
        .returning()
      const counts = new Map(counted.map((row) => [orderOf(row), row.requestCount]))
      return buckets.map((bucket) => ({ ...bucket, count: counts.get(orderOf(bucket)) ?? 0 }))
    },

    async emptyBuckets(buckets: readonly Bucket[]): Promise<void> {
      await db.delete(rateLimits).where(or(sql`false`, ...buckets.map(isBucket)))
    },

    async takeBackAttempt(buckets: readonly Bucket[]): Promise<void> {
      await db
        .update(rateLimits)
        .set({ requestCount: sql`greatest(0, ${rateLimits.requestCount} - 1)` })
        .where(or(sql`false`, ...buckets.map(isBucket)))
    },

    async deleteAttemptsBefore(time: Date): Promise<void> {
      await db
        .delete(rateLimits)
        .where(and(ne(rateLimits.endpoint, searchEndpoint), lt(rateLimits.bucketStart, time)))
    },
  }
}
