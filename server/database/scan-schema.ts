import { count, instant } from './columns.ts'
import { index, pgTable, primaryKey, sql, uniqueIndex } from './drizzle.ts'

export const scanRuns = pgTable('scan_runs', (t) => ({
  id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The moment of the schedule that it stands for, so that only one instance starts it; null for the others. */
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
    /** Where the feed goes on; null before its first page. */
    after: t.text('after'),
    /** The newest post of the last run that got through: older ones were read then. */
    since: instant('since'),
    newestPostAt: instant('newest_post_at'),
    postsRead: count('posts_read'),
    postsNew: count('posts_new'),
    /** It had more new posts than a run reads. */
    cutShort: t.boolean('cut_short').notNull().default(false),
    reason: t.text('reason'),
    /** What of it was not taken, or not as it stands, in sentences. */
    notes: t.json('notes').$type<string[]>(),
    changedAt: instant('changed_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.runId, table.source, table.kind, table.value] })],
)

/**
 * When each post was last seen at its source. A table of its own: a change of `archive_posts` would write its indexes
 * anew. Posts without a row are added before a check; rows without a post are removed then.
 */
export const postChecks = pgTable(
  'post_checks',
  (t) => ({
    postId: t.bigint('post_id', { mode: 'number' }).primaryKey(),
    source: t.text('source').notNull(),
    /** It came from a search or a scan, not from a file. */
    live: t.boolean('live').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** When the source first said, with too many others at once, that it is gone. */
    doubtedAt: instant('doubted_at'),
  }),
  (table) => [index('post_checks_due').on(table.source, table.live, table.checkedAt)],
)

/** Posts that are never stored again. Nothing of them is known but which ones they were. */
export const tombstones = pgTable(
  'tombstones',
  (t) => ({
    source: t.text('source').notNull(),
    sourceId: t.text('source_id').notNull(),
    purgedAt: instant('purged_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.sourceId] })],
)

/** Keywords that are read every day. One that was removed stays as a line, so that no variable adds it again. */
export const scanKeywords = pgTable(
  'scan_keywords',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    keyword: t.text('keyword').notNull(),
    /** What the operator calls the list that it came with; null for what a variable names. */
    list: t.text('list'),
    enabled: t.boolean('enabled').notNull().default(true),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  }),
  (table) => [uniqueIndex('scan_keywords_once').on(sql`lower(${table.keyword})`)],
)

/** Places that are searched and read. One that was removed stays as a line, so that no variable adds it again. */
export const sources = pgTable(
  'sources',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    kind: t
      .text('kind', {
        enum: ['feed', 'discourse', 'lemmy', 'piefed', 'hacker-news', 'stack-exchange', 'github'],
      })
      .notNull(),
    /** What its posts are stored under; all feeds share one. */
    name: t.text('name').notNull(),
    address: t.text('address').notNull(),
    title: t.text('title').notNull(),
    /** Categories, communities or tags that are read; none: its newest posts. */
    communities: t.text('communities').array().notNull().default(sql`'{}'`),
    everyHours: t.integer('every_hours').notNull().default(24),
    enabled: t.boolean('enabled').notNull().default(true),
    addedBy: t.text('added_by', { enum: ['operator', 'environment', 'product'] }).notNull(),
    addedAt: instant('added_at').notNull(),
    /** From then on it is not asked, and its posts are deleted. */
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
  /** What it is asked with next time; null until the posts of its last body were stored. */
  etag: t.text('etag'),
  lastModified: t.text('last_modified'),
  readAt: instant('read_at').notNull(),
  /** When it last answered, be it that nothing is new: all of its last body is still there. */
  seenAt: instant('seen_at').notNull(),
}))

/** Which items a feed has had, and when a body last held them. */
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

/** Any number will do, as long as every Unmet takes the same one. */
const purgeLock = 8_317_002

/** First statement of a transaction that stores posts: it waits for purges, and sees what they purged. */
export const waitForPurges = sql`select pg_advisory_xact_lock_shared(${purgeLock})`

/** First statement of a transaction that purges posts: it waits for those that are being stored. */
export const beginPurge = sql`select pg_advisory_xact_lock(${purgeLock})`
