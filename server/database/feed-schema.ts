import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

export const feedReads = pgTable('feed_reads', {
  address: text('address').primaryKey(),
  /** What it is asked with next time; null until the posts of its last body were kept. */
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
