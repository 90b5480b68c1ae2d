import { count, instant } from './columns.ts'
import { index, pgTable, primaryKey, sql, uniqueIndex } from './drizzle.ts'

export const scanRuns = pgTable('scan_runs', (t) => ({
  id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The scheduled time, unique so that only one instance starts the run. Null for other runs. */
  scheduledFor: instant('scheduled_for').unique(),
  startedBy: t.text('started_by', { enum: ['schedule', 'operator', 'command'] }).notNull(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
}))

export const scanTargets = pgTable(
  'scan_targets',
  (t) => ({
    runId: t
      .bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => scanRuns.id, { onDelete: 'cascade' }),
    source: t.text('source').notNull(),
    kind: t.text('kind', { enum: ['community', 'keyword'] }).notNull(),
    value: t.text('value').notNull(),
    state: t
      .text('state', { enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** The position in the feed; null before its first page. */
    after: t.text('after'),
    /** The newest post of the last complete run. That run has also read all older posts. */
    since: instant('since'),
    newestPostAt: instant('newest_post_at'),
    postsRead: count('posts_read'),
    postsNew: count('posts_new'),
    /** Whether the source had more new posts than a run reads. */
    cutShort: t.boolean('cut_short').notNull().default(false),
    reason: t.text('reason'),
    /** What was skipped or changed, as sentences. */
    notes: t.json('notes').$type<string[]>(),
    changedAt: instant('changed_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.runId, table.source, table.kind, table.value] })],
)

/**
 * When the source last showed each post. A table of its own, because an update of `archive_posts` would
 * rewrite its indexes. Missing rows are added before a check, and rows of deleted posts are removed.
 */
export const postChecks = pgTable(
  'post_checks',
  (t) => ({
    postId: t.bigint('post_id', { mode: 'number' }).primaryKey(),
    source: t.text('source').notNull(),
    /** Whether the post came from a search or a scan, not from a file. */
    live: t.boolean('live').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /**
     * When the source first reported the post as deleted, in a report with too many deletions to be trusted.
     */
    doubtedAt: instant('doubted_at'),
  }),
  (table) => [index('post_checks_due').on(table.source, table.live, table.checkedAt)],
)

/** The posts that were deleted and must never be stored again. Only their source and id are kept. */
export const tombstones = pgTable(
  'tombstones',
  (t) => ({
    source: t.text('source').notNull(),
    sourceId: t.text('source_id').notNull(),
    purgedAt: instant('purged_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.sourceId] })],
)

/**
 * The keywords of the daily scan. A removed keyword keeps its row, so that the environment variable does not
 * add it again.
 */
export const scanKeywords = pgTable(
  'scan_keywords',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    keyword: t.text('keyword').notNull(),
    /** The operator's name for a list of keywords; null for a keyword from an environment variable. */
    list: t.text('list'),
    enabled: t.boolean('enabled').notNull().default(true),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  }),
  (table) => [uniqueIndex('scan_keywords_once').on(sql`lower(${table.keyword})`)],
)

/**
 * Sources that are searched and read. A removed source keeps its row, so that the environment variable does
 * not add it again.
 */
export const sources = pgTable(
  'sources',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    kind: t
      .text('kind', {
        enum: ['feed', 'discourse', 'lemmy', 'piefed', 'hacker-news', 'stack-exchange', 'github'],
      })
      .notNull(),
    /** The source name of its posts; all feeds share one. */
    name: t.text('name').notNull(),
    address: t.text('address').notNull(),
    title: t.text('title').notNull(),
    /**
     * Categories, communities or tags to read. If there are none, the newest posts of the whole source are
     * read.
     */
    communities: t.text('communities').array().notNull().default(sql`'{}'`),
    everyHours: t.integer('every_hours').notNull().default(24),
    enabled: t.boolean('enabled').notNull().default(true),
    addedBy: t.text('added_by', { enum: ['operator', 'environment', 'product'] }).notNull(),
    addedAt: instant('added_at').notNull(),
    /** From this instant on the source is not queried, and its posts are deleted. */
    removedAt: instant('removed_at'),
    purgedAt: instant('purged_at'),
  }),
  (table) => [
    uniqueIndex('sources_feed').on(table.address).where(sql`${table.kind} = 'feed'`),
    uniqueIndex('sources_name').on(table.name).where(sql`${table.kind} <> 'feed'`),
  ],
)

export const feedReads = pgTable('feed_reads', (t) => ({
  address: t.text('address').primaryKey(),
  /**
   * Validators for the next conditional request. They are null until the posts of the last body were stored.
   */
  etag: t.text('etag'),
  lastModified: t.text('last_modified'),
  readAt: instant('read_at').notNull(),
  /**
   * When the feed last answered, even if it had not changed. At that time, all items of its last body still
   * existed.
   */
  seenAt: instant('seen_at').notNull(),
}))

/** The items of feeds, and when each was last in a body. */
export const feedItems = pgTable(
  'feed_items',
  (t) => ({
    address: t.text('address').notNull(),
    sourceId: t.text('source_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.address, table.sourceId] }),
    index('feed_items_source_id').on(table.sourceId),
  ],
)

/** An arbitrary lock id, the same in every instance. */
const purgeLock = 8_317_002

/**
 * The first statement of a transaction that stores posts. It waits for running purges, so that the
 * transaction sees their tombstones.
 */
export const waitForPurges = sql`select pg_advisory_xact_lock_shared(${purgeLock})`

/**
 * The first statement of a transaction that purges posts. It waits for transactions that are storing posts.
 */
export const beginPurge = sql`select pg_advisory_xact_lock(${purgeLock})`
