import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from './schema.ts'

const count = (name: string) => integer(name).notNull().default(0)

export const scanRuns = pgTable('scan_runs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The moment of the schedule that it stands for, so that only one instance starts it; null for the others. */
  scheduledFor: instant('scheduled_for').unique(),
  startedBy: text('started_by', { enum: ['schedule', 'operator', 'command'] }).notNull(),
  startedAt: instant('started_at').notNull(),
  endedAt: instant('ended_at'),
})

export const scanTargets = pgTable(
  'scan_targets',
  {
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => scanRuns.id, { onDelete: 'cascade' }),
    source: text('source').notNull(),
    kind: text('kind', { enum: ['community', 'keyword'] }).notNull(),
    value: text('value').notNull(),
    state: text('state', { enum: ['waiting', 'done', 'failed'] })
      .notNull()
      .default('waiting'),
    /** Where the feed goes on; null before its first page. */
    after: text('after'),
    /** The newest post of the last run that got through: older ones were read then. */
    since: instant('since'),
    newestPostAt: instant('newest_post_at'),
    postsRead: count('posts_read'),
    postsNew: count('posts_new'),
    /** It had more new posts than a run reads. */
    cutShort: boolean('cut_short').notNull().default(false),
    reason: text('reason'),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.source, table.kind, table.value] })],
)

/**
 * When each post was last seen at its source. A table of its own: a change of `posts` would write its indexes
 * anew. Posts without a row are added before a check; rows without a post are removed then.
 */
export const postChecks = pgTable(
  'post_checks',
  {
    postId: bigint('post_id', { mode: 'number' }).primaryKey(),
    source: text('source').notNull(),
    /** It came from a search or a scan, not from a file. */
    live: boolean('live').notNull(),
    checkedAt: instant('checked_at').notNull(),
    /** When the source first said, with too many others at once, that it is gone. */
    doubtedAt: instant('doubted_at'),
  },
  (table) => [index('post_checks_due').on(table.source, table.live, table.checkedAt)],
)

/** Posts that are never stored again. Nothing of them is known but which ones they were. */
export const tombstones = pgTable(
  'forgotten_posts',
  {
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    purgedAt: instant('forgotten_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.sourceId] })],
)

/** Keywords that are read every day. One that was removed stays as a line, so that no variable adds it again. */
export const scanKeywords = pgTable(
  'scan_keywords',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    keyword: text('keyword').notNull(),
    /** What the operator calls the list that it came with; null for what a variable names. */
    list: text('list'),
    enabled: boolean('enabled').notNull().default(true),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [uniqueIndex('scan_keywords_once').on(sql`lower(${table.keyword})`)],
)
