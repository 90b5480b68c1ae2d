import { sql } from 'drizzle-orm'

/** Any number will do, as long as every Unmet takes the same one. */
const purgeLock = 8_317_002

/** First statement of a transaction that stores posts: it waits for purges, and sees what they purged. */
export const waitForPurges = sql`select pg_advisory_xact_lock_shared(${purgeLock})`

/** First statement of a transaction that purges posts: it waits for those that are being stored. */
export const beginPurge = sql`select pg_advisory_xact_lock(${purgeLock})`
