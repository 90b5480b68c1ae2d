import { ownerId } from './account-schema.ts'
import { count, instant } from './columns.ts'
import { check, index, pgTable, sql, unique } from './drizzle.ts'
import { ownRowId } from './own-schema.ts'

/** Saved searches that are run on every new post. */
export const watches = pgTable(
  'watches',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: t.text('name').notNull(),
    /** As typed. */
    query: t.text('query').notNull(),
    leastScore: t.smallint('least_score').notNull().default(0),
    /**
     * The query in lexemes of the archive, as a `PostQuery`. Lists after `in:` are resolved each time posts
     * are matched.
     */
    matcher: t.json('matcher').notNull(),
    /** The `wordsVersion` with which the matcher was built. */
    matcherVersion: t.smallint('matcher_version').notNull(),
    /** Increased when the watch's query or its choice of public posts and own material changes. */
    revision: t.integer('revision').notNull().default(1),
    /** Whether the watch searches public posts, and whether it searches own material. */
    publicPosts: t.boolean('public_posts').notNull().default(true),
    ownMaterial: t.boolean('own_material').notNull().default(false),
    /** Whether own rows may be sent by feed, digest and webhook. */
    ownDelivered: t.boolean('own_delivered').notNull().default(false),
    /** Only posts that were stored after this instant can be new. */
    since: instant('since').notNull().defaultNow(),
    pausedAt: instant('paused_at'),
    /** A deleted watch can be restored for some hours. */
    deletedAt: instant('deleted_at'),
    /** The last `watch_posts.number` that the owner has seen. */
    lookedNumber: t.bigint('looked_number', { mode: 'number' }).notNull().default(0),
    /**
     * The number of matching posts that arrived late: they were written long before they were stored. Never
     * decreases.
     */
    olderPosts: count('older_posts'),
    olderLooked: count('older_looked'),
    /** The number of matching own rows that arrived late. Digests do not count them. */
    ownOlder: count('own_older'),
    ownOlderLooked: count('own_older_looked'),
    createdAt: instant('created_at').notNull().defaultNow(),
  }),
  (table) => [index('watches_user').on(table.userId, table.createdAt)],
)

/**
 * The posts that were new in each watch. Feeds, digests and webhooks continue after the last `number` that
 * they have read. Rows are inserted under `newsLock`, so a reader that sees a number also sees all lower
 * ones.
 */
export const watchPosts = pgTable(
  'watch_posts',
  (t) => ({
    number: t.bigint('number', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    watchId: t
      .uuid('watch_id')
      .notNull()
      .references(() => watches.id, { onDelete: 'cascade' }),
    /** There is no foreign key. Readers join the archive, so a deleted post disappears from all watches. */
    postId: t.bigint('post_id', { mode: 'number' }),
    /** The row of own material; null if this is a post. */
    ownRowId: ownRowId(),
    foundAt: instant('found_at').notNull().defaultNow(),
  }),
  (table) => [
    unique('watch_posts_once').on(table.watchId, table.postId),
    unique('watch_posts_own_once').on(table.watchId, table.ownRowId),
    index('watch_posts_watch').on(table.watchId, table.number),
    index('watch_posts_post').on(table.postId),
    index('watch_posts_own_row').on(table.ownRowId).where(sql`own_row_id is not null`),
    check('watch_posts_one', sql`(${table.postId} is null) <> (${table.ownRowId} is null)`),
  ],
)

/** An arbitrary lock id, the same in every instance. */
export const newsLock = 8_317_006

/** Announced when rows are added to `watch_posts`. */
export const newsWork = 'news'
