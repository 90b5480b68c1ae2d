import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Evidence } from '#contract/search.ts'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const instant = (name: string) => timestamp(name, { withTimezone: true })
/** Of a row that goes with its person, or its administrator. */
export const ownerId = () =>
  varchar('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
export const adminId = () =>
  uuid('admin_id')
    .notNull()
    .references(() => adminUsers.id, { onDelete: 'cascade' })
export const count = (name: string) => integer(name).notNull().default(0)
const createdAt = instant('created_at').notNull().defaultNow()
const updatedAt = instant('updated_at').notNull().defaultNow()

export const users = pgTable(
  'users',
  (t) => ({
    id: t.varchar('id').primaryKey().default(sql`gen_random_uuid()::varchar`),
    email: t.varchar('email').notNull().unique(),
    /** An argon2id hash; null for a person who only signs in with another provider. */
    password: t.varchar('password'),
    /** Set by an operator: the person is asked for a new one. */
    mustChangePassword: t.boolean('must_change_password').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    firstName: t.varchar('first_name'),
    lastName: t.varchar('last_name'),
    profileImageUrl: t.varchar('profile_image_url'),
    subscriptionTier: t
      .varchar('subscription_tier', { enum: ['free', 'pro'] })
      .notNull()
      .default('free'),
    searchesThisMonth: t.integer('searches_this_month').notNull().default(0),
    subscriptionPeriodStart: instant('subscription_period_start').notNull().defaultNow(),
    /** Set while an operator gives Pro without payment; paid subscriptions are in `billing_customers`. */
    proGrantedAt: instant('pro_granted_at'),
    stripeCustomerId: t.varchar('stripe_customer_id'),
    stripeSubscriptionId: t.varchar('stripe_subscription_id'),
    createdAt,
    updatedAt,
  }),
  (table) => [
    uniqueIndex('users_email_lower').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id, table.subscriptionTier),
    index('users_pro').on(table.createdAt, table.id).where(sql`subscription_tier = 'pro'`),
  ],
)

export const sessions = pgTable(
  'sessions',
  (t) => ({
    /** The cookie holds the token itself; so with all hashes of tokens below. */
    tokenHash: t.varchar('sid').primaryKey(),
    content: t.json('sess').notNull(),
    expiresAt: instant('expire').notNull(),
  }),
  (table) => [
    index('sessions_expire').on(table.expiresAt),
    index('sessions_user').on(sql`(${table.content}->>'userId')`),
  ],
)

export const searchSessions = pgTable(
  'search_sessions',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: t.varchar('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionToken: t.varchar('session_token').notNull().unique(),
    keyword: t.text('keyword').notNull(),
    resultsCount: t.integer('results_count').notNull().default(0),
    csvPath: t.text('csv_path'),
    createdAt,
    ipAddress: t.varchar('ip_address'),
    visitorId: t.varchar('visitor_id'),
  }),
  (table) => [
    index('search_sessions_user').on(table.userId, table.createdAt),
    index('search_sessions_visitor').on(table.visitorId),
    index('search_sessions_created').on(table.createdAt),
  ],
)

/** The posts of one saved search, in order. They point at the archive, so that a deleted post goes from here too. */
export const searchResults = pgTable(
  'search_results',
  (t) => ({
    searchSessionId: t
      .uuid('search_session_id')
      .primaryKey()
      .references(() => searchSessions.id, { onDelete: 'cascade' }),
    postIds: t.bigint('post_ids', { mode: 'number' }).array().notNull(),
    matches: t.text('matches').array().notNull(),
    coverage: t.json('coverage').notNull(),
    expiresAt: instant('expires_at').notNull(),
  }),
  (table) => [index('search_results_expires').on(table.expiresAt)],
)

export const rateLimits = pgTable(
  'rate_limits',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    identifier: t.varchar('identifier').notNull(),
    endpoint: t.varchar('endpoint').notNull(),
    requestCount: t.integer('request_count').notNull().default(0),
    bucketStart: instant('bucket_start').notNull(),
    createdAt,
    updatedAt,
  }),
  (table) => [
    unique('rate_limits_bucket').on(table.identifier, table.endpoint, table.bucketStart),
    index('rate_limits_bucket_start').on(table.bucketStart),
  ],
)

/** Free searches of a month by keyed hash of an address, whatever its spelling; kept when the account goes. */
export const freeAllowances = pgTable(
  'free_allowances',
  (t) => ({
    addressHash: t.varchar('address_hash').primaryKey(),
    searches: t.integer('searches').notNull(),
    until: instant('until').notNull(),
  }),
  (table) => [index('free_allowances_until').on(table.until)],
)

export const adminUsers = pgTable('admin_users', (t) => ({
  id: t.uuid('id').primaryKey().defaultRandom(),
  username: t.varchar('username').notNull().unique(),
  passwordHash: t.varchar('password_hash').notNull(),
  isSetup: t.integer('is_setup').notNull().default(0),
  lastLoginAt: instant('last_login_at'),
  createdAt,
  updatedAt,
}))

export const adminSessions = pgTable('admin_sessions', (t) => ({
  id: t.uuid('id').primaryKey().defaultRandom(),
  adminId: adminId(),
  tokenHash: t.varchar('session_token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  /** The login before this one. */
  previousLoginAt: instant('previous_login_at'),
  createdAt,
}))

/** One row. */
export const paymentConfig = pgTable(
  'payment_config',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    mode: t
      .varchar('mode', { enum: ['production', 'sandbox'] })
      .notNull()
      .default('production'),
    productionPriceId: t.varchar('production_price_id'),
    sandboxPriceId: t.varchar('sandbox_price_id'),
    lastModifiedBy: t.uuid('last_modified_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    lastModifiedAt: instant('last_modified_at'),
    createdAt,
  }),
  () => [uniqueIndex('payment_config_only').on(sql`(true)`)],
)

/** A function, because a column names its constraints after the first table that uses it. */
const resetToken = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: varchar('token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  used: integer('used').notNull().default(0),
  createdAt,
})

export const passwordResetTokens = pgTable('password_reset_tokens', (t) => ({
  ...resetToken(),
  userId: ownerId(),
  email: t.varchar('email').notNull(),
}))

/** Proves that a person reads an address; sha256 of the mailed token, as for passwords. */
export const emailVerificationTokens = pgTable('email_verification_tokens', (t) => ({
  ...resetToken(),
  userId: ownerId(),
  email: t.varchar('email').notNull(),
}))

/** Who somebody is at another provider; the address they have there may change, the subject never. */
export const accountIdentities = pgTable(
  'account_identities',
  (t) => ({
    issuer: t.text('issuer').notNull(),
    subject: t.text('subject').notNull(),
    userId: ownerId(),
    email: t.varchar('email').notNull(),
    createdAt,
  }),
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('account_identities_user').on(table.userId),
  ],
)

export const adminPasswordResetTokens = pgTable('admin_password_reset_tokens', (t) => ({
  ...resetToken(),
  adminId: adminId(),
  username: t.varchar('username').notNull(),
}))

/** Lower bounds of the score bands, best first; each has a full-text index of its own (docs/decisions/0004). */
const scoreBands = [85, 75, 65, 55, 45, 35, 30, 25, 20, 10, 0] as const

type ScoreBand = { from: number; below: number }

export function bandsBetween(lowest: number, highest: number): ScoreBand[] {
  return scoreBands
    .map((from, index) => ({ from, below: scoreBands[index - 1] ?? 101 }))
    .filter((band) => band.below > lowest && band.from <= highest)
}

/**
 * The archive: every post, with the score it was given when it was stored. Its rows stay in one piece: a new
 * column of text or JSON gets STORAGE MAIN in its migration, as those of before have.
 */
export const archivePosts = pgTable(
  'archive_posts',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: t.text('source').notNull(),
    sourceId: t.text('source_id').notNull(),
    community: t.text('community').notNull(),
    title: t.text('title').notNull(),
    selftext: t.text('selftext').notNull(),
    url: t.text('url'),
    /** Whom its licence asks to name, as JSON (`PostAttribution`); shown and exported, never searched. */
    attribution: t.text('attribution'),
    upvotes: t.integer('upvotes'),
    comments: t.integer('comments'),
    createdAt: instant('created_at').notNull(),
    sample: t.boolean('sample').notNull().default(false),
    /** Null for English, and for what was stored before languages were found; others are not scored and hold no words. */
    language: t.text('language'),
    opportunityScore: t.smallint('opportunity_score').notNull(),
    scorerVersion: t.text('scorer_version').notNull(),
    signals: t.text('signals').array().notNull(),
    persona: t.text('persona').notNull(),
    /** Everything the score says, as JSON (result-summary-rules.ts). */
    summary: t.text('summary').notNull(),
    /** What a list shows; null in rows of before, where it is read out of the summary. */
    excerpt: t.text('excerpt'),
    excerptStart: t.integer('excerpt_start'),
    textCharacters: t.integer('text_characters'),
    reason: t.json('reason').$type<Evidence>(),
    /** Stems of the title with weight A, of the text with weight D, and marked word forms (searched-words.ts). */
    words: tsvector('words').notNull(),
    /** What made `words`; rows of 1 know no word forms, those below 3 no languages. */
    wordsVersion: t.smallint('words_version').notNull().default(1),
    storedAt: instant('stored_at').notNull().defaultNow(),
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
