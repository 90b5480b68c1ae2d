import { pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { instant } from './schema.ts'

/** Words of the archive: how many posts hold them as a stem, and how many titles as it is written. Of a sample in large archives. */
export const archiveWords = pgTable('archive_words', (t) => ({
  word: t.text('word').primaryKey(),
  posts: t.integer('posts').notNull().default(0),
  titles: t.integer('titles').notNull().default(0),
}))

/** Where people talk about their work: the share of posts with the business signal; without names, of the archive. */
export const archiveCommunities = pgTable(
  'archive_communities',
  (t) => ({
    source: t.text('source').notNull(),
    community: t.text('community').notNull(),
    businessShare: t.real('business_share').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.community] })],
)

/** What the archive holds of each source, kept in step with `posts`, since counting rows is slow. */
export const archiveSources = pgTable(
  'archive_sources',
  (t) => ({
    source: t.text('source').notNull(),
    sample: t.boolean('sample').notNull(),
    posts: t.integer('posts').notNull(),
    /** Of them, those in other languages than English, as of the last count. */
    otherLanguages: t.integer('other_languages').notNull().default(0),
    oldestPostAt: instant('oldest_post_at').notNull(),
    newestPostAt: instant('newest_post_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.sample] })],
)
