import { sql } from 'drizzle-orm'

/** Any number will do, as long as every Unmet takes the same one. */
const purgeLock = 8_317_002

/** First statement of a transaction that keeps posts: it waits for who forgets some, and sees which. */
export const waitForPurges = sql`select pg_advisory_xact_lock_shared(${purgeLock})`

/** First statement of a transaction that forgets posts: it waits for who is just keeping some. */
export const beginPurge = sql`select pg_advisory_xact_lock(${purgeLock})`
