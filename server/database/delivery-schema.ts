import { ownerId } from './account-schema.ts'
import { count, createdAt, instant } from './columns.ts'
import { index, pgTable, sql, unique, uuid } from './drizzle.ts'
import { ownRowId } from './own-schema.ts'
import { watches } from './watch-schema.ts'

const watchId = () =>
  uuid('watch_id')
    .notNull()
    .references(() => watches.id, { onDelete: 'cascade' })

/**
 * The feed of a watch. The token is stored in plain text so that it can be shown again. Whoever can read this
 * table needs no token, because the posts are in this database as well.
 */
export const watchFeeds = pgTable('watch_feeds', (t) => ({
  watchId: watchId().primaryKey(),
  token: t.varchar('token').notNull().unique(),
  /**
   * A trigger increases this version when scores of the watch's posts change, so that readers fetch the feed
   * again.
   */
  postsVersion: t.integer('posts_version').notNull().default(0),
  createdAt,
}))

export const webhooks = pgTable(
  'webhooks',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    watchId: watchId(),
    url: t.text('url').notNull(),
    format: t.text('format', { enum: ['standard', 'slack', 'discord', 'template'] }).notNull(),
    template: t.text('template'),
    secret: t.text('secret').notNull(),
    /** While a secret is being replaced, the old one also signs until this instant. */
    oldSecret: t.text('old_secret'),
    oldSecretUntil: instant('old_secret_until'),
    /** The `watch_posts.number` up to which deliveries were made. */
    readTo: t.bigint('read_to', { mode: 'number' }).notNull().default(0),
    /** The number of posts above the daily limit, which are only counted. */
    folded: count('folded'),
    /** The time that the receiver asked for with `Retry-After`. */
    pausedUntil: instant('paused_until'),
    offAt: instant('off_at'),
    offReason: t.text('off_reason', { enum: ['owner', 'gone', 'failed'] }),
    /** True until the owner is notified that the webhook was switched off. */
    offUntold: t.boolean('off_untold').notNull().default(false),
    /** A deleted webhook can be restored for some hours. */
    deletedAt: instant('deleted_at'),
    createdAt,
  }),
  (table) => [index('webhooks_user').on(table.userId), index('webhooks_watch').on(table.watchId)],
)

/** A delivery only refers to its post. The post's content is read when it is sent. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    webhookId: t
      .uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Both ids are null for a test. */
    postId: t.bigint('post_id', { mode: 'number' }),
    ownRowId: ownRowId(),
    state: t
      .text('state', { enum: ['waiting', 'delivered', 'failed', 'removed'] })
      .notNull()
      .default('waiting'),
    tries: count('tries'),
    /** The status of the last attempt; null if there was no response. */
    status: t.smallint('status'),
    failure: t.text('failure'),
    nextTryAt: instant('next_try_at'),
    endedAt: instant('ended_at'),
    createdAt,
  }),
  (table) => [
    unique('webhook_deliveries_post').on(table.webhookId, table.postId),
    unique('webhook_deliveries_own_row').on(table.webhookId, table.ownRowId),
    index('webhook_deliveries_row').on(table.ownRowId).where(sql`own_row_id is not null`),
    index('webhook_deliveries_log').on(table.webhookId, table.createdAt),
    index('webhook_deliveries_due').on(table.nextTryAt).where(sql`state = 'waiting'`),
  ],
)
