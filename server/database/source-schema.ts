import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './schema.ts'

/** Places that are searched and read. One that was removed stays as a line, so that no variable adds it again. */
export const sources = pgTable(
  'sources',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', {
      enum: ['feed', 'discourse', 'lemmy', 'piefed', 'hacker-news', 'stack-exchange', 'github'],
    }).notNull(),
    /** What its posts are stored under; all feeds share one. */
    name: text('name').notNull(),
    address: text('address').notNull(),
    title: text('title').notNull(),
    /** Categories, communities or tags that are read; none: its newest posts. */
    communities: text('communities').array().notNull().default(sql`'{}'`),
    everyHours: integer('every_hours').notNull().default(24),
    enabled: boolean('enabled').notNull().default(true),
    addedBy: text('added_by', { enum: ['operator', 'environment', 'product'] }).notNull(),
    addedAt: instant('added_at').notNull(),
    /** From then on it is not asked, and its posts are deleted. */
    removedAt: instant('removed_at'),
    purgedAt: instant('purged_at'),
  },
  (table) => [
    uniqueIndex('sources_feed').on(table.address).where(sql`${table.kind} = 'feed'`),
    uniqueIndex('sources_name').on(table.name).where(sql`${table.kind} <> 'feed'`),
  ],
)

export const feedReads = pgTable('feed_reads', {
  address: text('address').primaryKey(),
  /** What it is asked with next time; null until the posts of its last body were stored. */
  etag: text('etag'),
  lastModified: text('last_modified'),
  readAt: instant('read_at').notNull(),
  /** When it last answered, be it that nothing is new: all of its last body is still there. */
  seenAt: instant('seen_at').notNull(),
})

/** Which items a feed has had, and when a body last held them. */
export const feedItems = pgTable(
  'feed_items',
  {
    address: text('address').notNull(),
    sourceId: text('source_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.address, table.sourceId] }),
    index('feed_items_source_id').on(table.sourceId),
  ],
)
