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
 * The feed of a watch. The token is stored in plain text so that it can be shown again. It gives access to
 * less than this database contains.
 */
export const watchFeeds = pgTable('watch_feeds', (t) => ({
  watchId: watchId().primaryKey(),
  token: t.varchar('token').notNull().unique(),
  /** Increased by a trigger when the scores of its posts change, so that readers fetch the feed again. */
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
    /** The old secret also signs until then, while it is being replaced. */
    oldSecret: t.text('old_secret'),
    oldSecretUntil: instant('old_secret_until'),
    /** The position in `watch_posts` up to which deliveries were made. */
    readTo: t.bigint('read_to', { mode: 'number' }).notNull().default(0),
    /** The number of posts beyond the daily limit. */
    folded: count('folded'),
    /** The time that the receiver asked for with `Retry-After`. */
    pausedUntil: instant('paused_until'),
    offAt: instant('off_at'),
    offReason: t.text('off_reason', { enum: ['owner', 'gone', 'failed'] }),
    /** Its owner has not been notified yet that it was switched off. */
    offUntold: t.boolean('off_untold').notNull().default(false),
    /** It can be restored for some hours. */
    deletedAt: instant('deleted_at'),
    createdAt,
  }),
  (table) => [index('webhooks_user').on(table.userId), index('webhooks_watch').on(table.watchId)],
)

/** A delivery refers to its post, whose content is read when it is sent. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    webhookId: t
      .uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Both are null for a test. */
    postId: t.bigint('post_id', { mode: 'number' }),
    ownRowId: ownRowId(),
    state: t
      .text('state', { enum: ['waiting', 'delivered', 'failed', 'removed'] })
      .notNull()
      .default('waiting'),
    tries: count('tries'),
    /** The status of the last attempt. Null if there was no response. */
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
