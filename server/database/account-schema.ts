import { createdAt, instant, mailedToken, updatedAt } from './columns.ts'
import { index, pgTable, primaryKey, sql, uniqueIndex, varchar } from './drizzle.ts'

export const users = pgTable(
  'users',
  (t) => ({
    id: t.varchar('id').primaryKey().default(sql`gen_random_uuid()::varchar`),
    email: t.varchar('email').notNull().unique(),
    /** An argon2id hash; null for a user who only signs in with a provider. */
    password: t.varchar('password'),
    /** Set by an operator who requires the user to choose a new password. */
    mustChangePassword: t.boolean('must_change_password').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    /** Until such an address is verified, reading its mailbox proves nothing: it may be mistyped. */
    emailSetByOperator: t.boolean('email_set_by_operator').notNull().default(false),
    firstName: t.varchar('first_name'),
    lastName: t.varchar('last_name'),
    profileImageUrl: t.varchar('profile_image_url'),
    subscriptionTier: t
      .varchar('subscription_tier', { enum: ['free', 'pro'] })
      .notNull()
      .default('free'),
    searchesThisMonth: t.integer('searches_this_month').notNull().default(0),
    subscriptionPeriodStart: instant('subscription_period_start').notNull().defaultNow(),
    /** Set while Pro is granted without payment; paid subscriptions are in `billing_customers`. */
    proGrantedAt: instant('pro_granted_at'),
    /** The maximum number of watches, if an operator has replaced the plan's limit. */
    mostWatches: t.smallint('most_watches'),
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

/** A foreign key of a row that is deleted with its user. */
export const ownerId = () =>
  varchar('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const sessions = pgTable(
  'sessions',
  (t) => ({
    /**
     * The cookie contains the token itself. For all token hashes in this schema, the client has the token and
     * the database has only its hash.
     */
    tokenHash: t.varchar('sid').primaryKey(),
    content: t.json('sess').notNull(),
    expiresAt: instant('expire').notNull(),
  }),
  (table) => [
    index('sessions_expire').on(table.expiresAt),
    index('sessions_user').on(sql`(${table.content}->>'userId')`),
  ],
)

export const passwordResetTokens = pgTable('password_reset_tokens', (t) => ({
  ...mailedToken(),
  userId: ownerId(),
  email: t.varchar('email').notNull(),
}))

/**
 * Proof of access to a mailbox. Like a token for resetting a password, the mailed token is stored as its
 * sha256.
 */
export const emailVerificationTokens = pgTable('email_verification_tokens', (t) => ({
  ...mailedToken(),
  userId: ownerId(),
  email: t.varchar('email').notNull(),
}))

/** An account's identity at a provider. The address there may change, the subject never does. */
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
