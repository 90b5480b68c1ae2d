import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import type { Evidence } from '#contract/search.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
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
const createdAt = instant('created_at').notNull().defaultNow()
const updatedAt = instant('updated_at').notNull().defaultNow()

export const users = pgTable(
  'users',
  {
    id: varchar('id').primaryKey().default(sql`gen_random_uuid()::varchar`),
    email: varchar('email').notNull().unique(),
    /** An argon2id hash; null for a person who only signs in with another provider. */
    password: varchar('password'),
    /** Set by an operator: the person is asked for a new one. */
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    firstName: varchar('first_name'),
    lastName: varchar('last_name'),
    profileImageUrl: varchar('profile_image_url'),
    subscriptionTier: varchar('subscription_tier', { enum: ['free', 'pro'] })
      .notNull()
      .default('free'),
    searchesThisMonth: integer('searches_this_month').notNull().default(0),
    subscriptionPeriodStart: instant('subscription_period_start').notNull().defaultNow(),
    /** Set while an operator gives Pro without payment; paid subscriptions are in `billing_customers`. */
    proGrantedAt: instant('pro_granted_at'),
    stripeCustomerId: varchar('stripe_customer_id'),
    stripeSubscriptionId: varchar('stripe_subscription_id'),
    createdAt,
    updatedAt,
  },
  (table) => [
    uniqueIndex('users_email_lower').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id, table.subscriptionTier),
    index('users_pro').on(table.createdAt, table.id).where(sql`subscription_tier = 'pro'`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    sid: varchar('sid').primaryKey(),
    sess: json('sess').notNull(),
    expire: instant('expire').notNull(),
  },
  (table) => [
    index('sessions_expire').on(table.expire),
    index('sessions_user').on(sql`(${table.sess}->>'userId')`),
  ],
)

export const searchSessions = pgTable(
  'search_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: varchar('user_id').references(() => users.id, { onDelete: 'cascade' }),
    sessionToken: varchar('session_token').notNull().unique(),
    keyword: text('keyword').notNull(),
    resultsCount: integer('results_count').notNull().default(0),
    csvPath: text('csv_path'),
    createdAt,
    ipAddress: varchar('ip_address'),
    visitorId: varchar('visitor_id'),
  },
  (table) => [
    index('search_sessions_user').on(table.userId, table.createdAt),
    index('search_sessions_visitor').on(table.visitorId),
    index('search_sessions_created').on(table.createdAt),
  ],
)

/** The posts of one saved search, in order. They point at the archive, so that a deleted post goes from here too. */
export const searchResults = pgTable(
  'search_results',
  {
    searchSessionId: uuid('search_session_id')
      .primaryKey()
      .references(() => searchSessions.id, { onDelete: 'cascade' }),
    postIds: bigint('post_ids', { mode: 'number' }).array().notNull(),
    matches: text('matches').array().notNull(),
    coverage: json('coverage').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('search_results_expires').on(table.expiresAt)],
)

export const rateLimits = pgTable(
  'rate_limits',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: varchar('identifier').notNull(),
    endpoint: varchar('endpoint').notNull(),
    requestCount: integer('request_count').notNull().default(0),
    bucketStart: instant('bucket_start').notNull(),
    createdAt,
    updatedAt,
  },
  (table) => [
    unique('rate_limits_bucket').on(table.identifier, table.endpoint, table.bucketStart),
    index('rate_limits_bucket_start').on(table.bucketStart),
  ],
)

/** Free searches of a month by keyed hash of an address, whatever its spelling; kept when the account goes. */
export const freeAllowances = pgTable(
  'free_allowances',
  {
    addressHash: varchar('address_hash').primaryKey(),
    searches: integer('searches').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('free_allowances_until').on(table.until)],
)

export const adminUsers = pgTable('admin_users', {
  id: uuid('id').primaryKey().defaultRandom(),
  username: varchar('username').notNull().unique(),
  passwordHash: varchar('password_hash').notNull(),
  isSetup: integer('is_setup').notNull().default(0),
  lastLoginAt: instant('last_login_at'),
  createdAt,
  updatedAt,
})

export const adminSessions = pgTable('admin_sessions', {
  id: uuid('id').primaryKey().defaultRandom(),
  adminId: adminId(),
  sessionToken: varchar('session_token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  /** The login before this one. */
  previousLoginAt: instant('previous_login_at'),
  createdAt,
})

/** One row. */
export const paymentConfig = pgTable(
  'payment_config',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    mode: varchar('mode', { enum: ['production', 'sandbox'] })
      .notNull()
      .default('production'),
    productionPriceId: varchar('production_price_id'),
    sandboxPriceId: varchar('sandbox_price_id'),
    lastModifiedBy: uuid('last_modified_by').references(() => adminUsers.id, { onDelete: 'set null' }),
    lastModifiedAt: instant('last_modified_at'),
    createdAt,
  },
  () => [uniqueIndex('payment_config_only').on(sql`(true)`)],
)

/** A function, because a column names its constraints after the first table that uses it. */
const resetToken = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  token: varchar('token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  used: integer('used').notNull().default(0),
  createdAt,
})

export const passwordResetTokens = pgTable('password_reset_tokens', {
  ...resetToken(),
  userId: ownerId(),
  email: varchar('email').notNull(),
})

/** Proves that a person reads an address; sha256 of the mailed token, as for passwords. */
export const emailVerificationTokens = pgTable('email_verification_tokens', {
  ...resetToken(),
  userId: ownerId(),
  email: varchar('email').notNull(),
})

/** Who somebody is at another provider; the address they have there may change, the subject never. */
export const accountIdentities = pgTable(
  'account_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: ownerId(),
    email: varchar('email').notNull(),
    createdAt,
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('account_identities_user').on(table.userId),
  ],
)

export const adminPasswordResetTokens = pgTable('admin_password_reset_tokens', {
  ...resetToken(),
  adminId: adminId(),
  username: varchar('username').notNull(),
})

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
export const posts = pgTable(
  'posts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text('source').notNull(),
    sourceId: text('source_id').notNull(),
    community: text('community').notNull(),
    title: text('title').notNull(),
    selftext: text('selftext').notNull(),
    url: text('url'),
    /** Whom its licence asks to name, as JSON (`PostAttribution`); shown and exported, never searched. */
    attribution: text('attribution'),
    upvotes: integer('upvotes'),
    comments: integer('comments'),
    createdAt: instant('created_at').notNull(),
    sample: boolean('sample').notNull().default(false),
    /** Null for English, and for what was stored before languages were found; others are not scored and hold no words. */
    language: text('language'),
    opportunityScore: smallint('opportunity_score').notNull(),
    scorerVersion: text('scorer_version').notNull(),
    signals: text('signals').array().notNull(),
    persona: text('persona').notNull(),
    /** Everything the score says, as JSON (result-summary-rules.ts). */
    summary: text('card').notNull(),
    /** What a list shows; null in rows of before, where it is read out of the summary. */
    excerpt: text('excerpt'),
    excerptStart: integer('excerpt_start'),
    textCharacters: integer('text_characters'),
    reason: json('reason').$type<Evidence>(),
    /** Stems of the title with weight A, of the text with weight D, and marked word forms (searched-words-rows.ts). */
    words: tsvector('words').notNull(),
    /** What made `words`; rows of 1 know no word forms, those below 3 no languages. */
    wordsVersion: smallint('words_version').notNull().default(1),
    storedAt: instant('kept_at').notNull().defaultNow(),
  },
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
