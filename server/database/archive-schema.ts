import type { Evidence } from '#contract/search.ts'
import { instant, transactionId, tsvector } from './columns.ts'
import { type ColumnKinds, check, index, pgTable, primaryKey, sql, unique } from './drizzle.ts'

/** Lower bounds of the score bands, best first; each has its own full-text index (docs/decisions/0004). */
const scoreBands = [85, 75, 65, 55, 45, 35, 30, 25, 20, 10, 0] as const

type ScoreBand = { from: number; below: number }

export function bandsBetween(lowest: number, highest: number): ScoreBand[] {
  return scoreBands
    .map((from, index) => ({ from, below: scoreBands[index - 1] ?? 101 }))
    .filter((band) => band.below > lowest && band.from <= highest)
}

/** A function, because a column names its constraints after the first table that uses it. */
const postColumns = (t: ColumnKinds) => ({
  source: t.text('source').notNull(),
  sourceId: t.text('source_id').notNull(),
  community: t.text('community').notNull(),
  title: t.text('title').notNull(),
  selftext: t.text('selftext').notNull(),
  url: t.text('url'),
  /**
   * The attribution that the post's licence requires, as JSON (`PostAttribution`). It is shown and exported,
   * but not searched.
   */
  attribution: t.text('attribution'),
  upvotes: t.integer('upvotes'),
  comments: t.integer('comments'),
  createdAt: instant('created_at').notNull(),
  sample: t.boolean('sample').notNull().default(false),
  /**
   * Null for English, and for rows older than language detection. Posts in other languages have no score and
   * no words.
   */
  language: t.text('language'),
  opportunityScore: t.smallint('opportunity_score').notNull(),
  scorerVersion: t.text('scorer_version').notNull(),
  signals: t.text('signals').array().notNull(),
  persona: t.text('persona').notNull(),
  /** The full result of scoring, as JSON (result-summary-rules.ts). */
  summary: t.text('summary').notNull(),
  /** The columns of a list. They are null in older rows, for which the summary is read instead. */
  excerpt: t.text('excerpt'),
  excerptStart: t.integer('excerpt_start'),
  textCharacters: t.integer('text_characters'),
  reason: t.json('reason').$type<Evidence>(),
  /**
   * Stems of the title with weight A and of the text with weight D, and marked word forms
   * (searched-words.ts).
   */
  words: tsvector('words').notNull(),
  /**
   * The version of the format of `words`. Version 1 has no word forms, versions below 3 have no languages.
   */
  wordsVersion: t.smallint('words_version').notNull().default(1),
  storedAt: instant('stored_at').notNull().defaultNow(),
})

/**
 * The archive: every post, with its score at the time it was stored. Rows must stay in one piece, so a new
 * column of text or JSON needs STORAGE MAIN in its migration, like the existing ones.
 */
export const archivePosts = pgTable(
  'archive_posts',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...postColumns(t),
  }),
  (table) => [
    unique('posts_source_id').on(table.source, table.sourceId),
    index('posts_other_language')
      .on(table.source, table.sample, table.language)
      .where(sql`language is not null`),
    check('posts_score_range', sql`${table.opportunityScore} between 0 and 100`),
    ...bandsBetween(0, 100).map((band) =>
      index(`posts_words_${band.from}`)
        .using('gin', table.words)
        .where(sql.raw(`opportunity_score >= ${band.from} and opportunity_score < ${band.below}`)),
    ),
  ],
)

/**
 * Restored posts that may have been deleted since the backup. They are kept outside the archive, so that
 * nothing shows them before their source has confirmed them.
 */
export const heldPosts = pgTable(
  'held_posts',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey(),
    ...postColumns(t),
    /** As in `post_checks`. */
    live: t.boolean('live').notNull(),
    doubtedAt: instant('doubted_at'),
  }),
  (table) => [
    unique('held_posts_source_id').on(table.source, table.sourceId),
    index('held_posts_newest').on(table.source, table.createdAt),
  ],
)

export const heldSources = pgTable('held_sources', (t) => ({
  source: t.text('source').primaryKey(),
  heldAt: instant('held_at').notNull(),
  /** When the operator released the posts without asking the source. */
  releasedAt: instant('released_at'),
}))

/**
 * The words of the archive: how many posts contain each as a stem, and how many titles contain it as written.
 * In a large archive the counts come from a sample.
 */
export const archiveWords = pgTable('archive_words', (t) => ({
  word: t.text('word').primaryKey(),
  posts: t.integer('posts').notNull().default(0),
  titles: t.integer('titles').notNull().default(0),
}))

/**
 * For each community, the share of its posts that show the business signal. A high share means a community
 * about work. The row without a name is for the whole archive.
 */
export const archiveCommunities = pgTable(
  'archive_communities',
  (t) => ({
    source: t.text('source').notNull(),
    community: t.text('community').notNull(),
    businessShare: t.real('business_share').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.community] })],
)

/** Counts by source, kept in sync with `archive_posts` because counting rows is slow. */
export const archiveSources = pgTable(
  'archive_sources',
  (t) => ({
    source: t.text('source').notNull(),
    sample: t.boolean('sample').notNull(),
    posts: t.integer('posts').notNull(),
    /** The number of posts in other languages than English at the last count. */
    otherLanguages: t.integer('other_languages').notNull().default(0),
    oldestPostAt: instant('oldest_post_at').notNull(),
    newestPostAt: instant('newest_post_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.source, table.sample] })],
)

/**
 * A log of inserted posts with one row per batch. A row is written in the transaction of its posts, and
 * deleted when every follower has read it.
 */
export const arrivals = pgTable(
  'arrivals',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * The position in the log. One process at a time assigns it after the commit, so late commits get higher
     * numbers.
     */
    number: t.bigint('number', { mode: 'number' }).unique(),
    postIds: t.bigint('post_ids', { mode: 'number' }).array().notNull(),
    /** True if the posts come from a search or a scan, not from a file. */
    live: t.boolean('live').notNull(),
  }),
  (table) => [index('arrivals_unnumbered').on(table.id).where(sql`number is null`)],
)

/**
 * Log of changed posts for the search index, written by triggers. Null means that all posts may have changed.
 * Every machine has a reader of this log. Readers are not registered, so rows are kept for a day, read or
 * not.
 */
export const archiveChanges = pgTable(
  'archive_changes',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transaction: transactionId('transaction').notNull().default(sql`pg_current_xact_id()`),
    postIds: t.bigint('post_ids', { mode: 'number' }).array(),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [
    index('archive_changes_transaction').on(table.transaction),
    index('archive_changes_changed').on(table.changedAt),
  ],
)

/**
 * The last number in the log of inserted posts that each follower has read. When you remove a follower,
 * delete its row in a migration.
 */
export const arrivalFollowers = pgTable('arrival_followers', (t) => ({
  name: t.text('name').primaryKey(),
  number: t.bigint('number', { mode: 'number' }).notNull(),
}))
