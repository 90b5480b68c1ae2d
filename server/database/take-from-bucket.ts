import { lt, sql } from 'drizzle-orm'
import type { Database } from './open-database.ts'
import { rateLimits } from './schema.ts'

export type Bucket = { identifier: string; endpoint: string; bucketStart: Date }

type Connection = Pick<Database, 'insert'>

/**
 * Adds one to a bucket unless it holds `most` already; tells whether it did. The row lock makes parallel
 * calls count one after the other.
 */
export async function takeFromBucket(connection: Connection, bucket: Bucket, most: number): Promise<boolean> {
  if (most < 1) return false
  const taken = await connection
    .insert(rateLimits)
    .values({ ...bucket, requestCount: 1 })
    .onConflictDoUpdate({
      target: [rateLimits.identifier, rateLimits.endpoint, rateLimits.bucketStart],
      set: { requestCount: sql`${rateLimits.requestCount} + 1`, updatedAt: sql`now()` },
      setWhere: lt(rateLimits.requestCount, most),
    })
    .returning({ count: rateLimits.requestCount })
  return taken.length === 1
}
