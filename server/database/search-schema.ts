import { users } from './account-schema.ts'
import { createdAt, instant, updatedAt } from './columns.ts'
import { index, pgTable, unique } from './drizzle.ts'

export const searchSessions = pgTable(
  'search_sessions',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: t.varchar('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionToken: t.varchar('session_token').notNull().unique(),
    keyword: t.text('keyword').notNull(),
    resultsCount: t.integer('results_count').notNull().default(0),
    /** A column of the specification that nothing reads: files are made when they are downloaded. */
    csvPath: t.text('csv_path'),
    createdAt,
    ipAddress: t.varchar('ip_address'),
    visitorId: t.varchar('visitor_id'),
  }),
  (table) => [
    index('search_sessions_user').on(table.userId, table.createdAt),
    index('search_sessions_visitor').on(table.visitorId),
    index('search_sessions_created').on(table.createdAt),
  ],
)

/**
 * The posts of one saved search, in order. They refer to the archive, so that a deleted post disappears here
 * too.
 */
export const searchResults = pgTable(
  'search_results',
  (t) => ({
    searchSessionId: t
      .uuid('search_session_id')
      .primaryKey()
      .references(() => searchSessions.id, { onDelete: 'cascade' }),
    postIds: t.bigint('post_ids', { mode: 'number' }).array().notNull(),
    matches: t.text('matches').array().notNull(),
    /** Null in results that an earlier version saved. */
    offTopic: t.boolean('off_topic').array(),
    coverage: t.json('coverage').notNull(),
    expiresAt: instant('expires_at').notNull(),
  }),
  (table) => [index('search_results_expires').on(table.expiresAt)],
)

export const rateLimits = pgTable(
  'rate_limits',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    identifier: t.varchar('identifier').notNull(),
    endpoint: t.varchar('endpoint').notNull(),
    requestCount: t.integer('request_count').notNull().default(0),
    bucketStart: instant('bucket_start').notNull(),
    createdAt,
    updatedAt,
  }),
  (table) => [
    unique('rate_limits_bucket').on(table.identifier, table.endpoint, table.bucketStart),
    index('rate_limits_bucket_start').on(table.bucketStart),
  ],
)

/**
 * The free searches used per month, by a keyed hash of the normalised e-mail address. A row is kept after its
 * account is deleted, so that a new account gets no new searches.
 */
export const freeAllowances = pgTable(
  'free_allowances',
  (t) => ({
    addressHash: t.varchar('address_hash').primaryKey(),
    searches: t.integer('searches').notNull(),
    until: instant('until').notNull(),
  }),
  (table) => [index('free_allowances_until').on(table.until)],
)
