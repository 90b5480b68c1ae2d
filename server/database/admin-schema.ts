import { ownerId } from './account-schema.ts'
import { createdAt, instant, mailedToken, updatedAt } from './columns.ts'
import { bigint, index, pgTable, primaryKey, sql, uuid } from './drizzle.ts'

const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

export const adminUsers = pgTable('admin_users', (t) => ({
  id: t.uuid('id').primaryKey().defaultRandom(),
  username: t.varchar('username').notNull().unique(),
  passwordHash: t.varchar('password_hash').notNull(),
  isSetup: t.integer('is_setup').notNull().default(0),
  lastLoginAt: instant('last_login_at'),
  createdAt,
  updatedAt,
}))

/** A foreign key of a row that is deleted with its operator. */
export const adminId = () =>
  uuid('admin_id')
    .notNull()
    .references(() => adminUsers.id, { onDelete: 'cascade' })

export const adminSessions = pgTable('admin_sessions', (t) => ({
  id: t.uuid('id').primaryKey().defaultRandom(),
  adminId: adminId(),
  tokenHash: t.varchar('session_token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  previousLoginAt: instant('previous_login_at'),
  createdAt,
}))

export const adminPasswordResetTokens = pgTable('admin_password_reset_tokens', (t) => ({
  ...mailedToken(),
  adminId: adminId(),
  username: t.varchar('username').notNull(),
}))

/**
 * Search counts of each account. Triggers on `users` and `search_sessions` maintain these counts; every
 * account has a row.
 */
export const userActivity = pgTable(
  'user_activity',
  (t) => ({
    userId: ownerId().primaryKey(),
    totalSearches: t.integer('total_searches').notNull().default(0),
    totalResults: count('total_results'),
    lastSearchAt: instant('last_search_at'),
  }),
  (table) => [index('user_activity_searches').on(table.totalSearches, table.userId)],
)

/**
 * E-mail, first and last name in lower case, maintained by triggers. It is a table of its own so that its
 * expensive index is rarely written.
 */
export const userSearchTexts = pgTable('user_search_texts', (t) => ({
  userId: ownerId().primaryKey(),
  searchText: t.text('search_text').notNull(),
}))

/**
 * Counts per quarter hour, which can be added up to the days of every time zone. Written by triggers. Each
 * database connection has its own rows, so that concurrent searches do not wait for a lock. Rows of
 * connection 0 contain older counts, merged into one row per UTC day.
 */
export const quarterHourCounts = pgTable(
  'quarter_hour_counts',
  (t) => ({
    quarterStart: instant('quarter_start').notNull(),
    connection: t.integer('connection').notNull(),
    /** The number of stored searches made in that quarter hour. */
    searches: count('searches'),
    results: count('results'),
    /** The number of existing accounts created in that quarter hour. */
    signUps: count('sign_ups'),
    /** The change in the number of accounts, and of accounts with Pro, during that quarter hour. */
    usersChange: count('users_change'),
    proChange: count('pro_change'),
  }),
  (table) => [primaryKey({ columns: [table.quarterStart, table.connection] })],
)

/**
 * The log of operators' actions: who did what to whom, when and from where. A trigger prevents changes and
 * deletions of rows.
 */
export const auditLog = pgTable(
  'audit_log',
  (t) => ({
    id: t.bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    action: t.varchar('action').notNull(),
    /** A user name instead of a reference, because entries outlive the operator's account. */
    admin: t.varchar('admin').notNull(),
    ipAddress: t.varchar('ip_address'),
    targetUserId: t.varchar('target_user_id'),
    details: t.text('details'),
  }),
  (table) => [index('audit_log_target').on(table.targetUserId).where(sql`target_user_id is not null`)],
)

export const adminSecondFactors = pgTable('admin_second_factors', (t) => ({
  adminId: adminId().primaryKey(),
  /** Encrypted with a key from the secret that signs cookies. */
  sealedSecret: t.text('sealed_secret').notNull(),
  /** Null until a first code was confirmed. No code is required before that. */
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code. This code and all earlier ones are used up. */
  lastStep: count('last_step'),
}))

export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  (t) => ({
    adminId: adminId(),
    codeHash: t.varchar('code_hash').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.adminId, table.codeHash] })],
)
