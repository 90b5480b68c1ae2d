import { ownerId } from './account-schema.ts'
import { count, createdAt, instant } from './columns.ts'
import { index, pgTable, primaryKey, sql } from './drizzle.ts'

/** The settings of a person's mailed digests. */
export const digestSettings = pgTable(
  'digest_settings',
  (t) => ({
    userId: ownerId().primaryKey(),
    isOn: t.boolean('is_on').notNull().default(false),
    frequency: t
      .text('frequency', { enum: ['daily', 'weekly'] })
      .notNull()
      .default('daily'),
    /** The local time, such as 07:30. */
    at: t.text('at').notNull(),
    weekday: t.text('weekday').notNull(),
    timeZone: t.text('time_zone').notNull(),
    /** Null while digests are off. */
    nextDueAt: instant('next_due_at'),
    /** The last `watch_posts.number` that a digest has reported. */
    toldNumber: t.bigint('told_number', { mode: 'number' }).notNull().default(0),
    /** The values of `watches.older_posts` at the last digest, by the id of the watch. */
    olderTold: t.jsonb('older_told').notNull().default({}),
    /** The number of mails in a row whose recipient the mail server refused. */
    bounces: count('bounces'),
    /** Why digests are off. Null if the owner switched them off in the account. */
    endedBecause: t.text('ended_because', { enum: ['unsubscribed', 'bounced'] }),
    createdAt,
  }),
  (table) => [index('digest_settings_due').on(table.nextDueAt).where(sql`next_due_at is not null`)],
)

/** A digest contains posts up to a number that was set when the digest was due. */
export const digests = pgTable(
  'digests',
  (t) => ({
    userId: ownerId(),
    dueAt: instant('due_at').notNull(),
    lastNumber: t.bigint('last_number', { mode: 'number' }).notNull(),
    state: t
      .text('state', { enum: ['waiting', 'sent', 'bounced'] })
      .notNull()
      .default('waiting'),
    tries: count('tries'),
    nextTryAt: instant('next_try_at').notNull(),
    sentAt: instant('sent_at'),
  }),
  (table) => [
    primaryKey({ columns: [table.userId, table.dueAt] }),
    index('digests_waiting').on(table.nextTryAt).where(sql`state = 'waiting'`),
  ],
)

/** The token in an unsubscribe link. Each mail has a token of its own, because only hashes are stored. */
export const unsubscribeTokens = pgTable(
  'unsubscribe_tokens',
  (t) => ({
    tokenHash: t.varchar('token_hash').primaryKey(),
    userId: ownerId(),
    createdAt,
  }),
  (table) => [index('unsubscribe_tokens_user').on(table.userId)],
)
