import { ownerId } from './account-schema.ts'
import { count, createdAt, instant } from './columns.ts'
import { index, pgTable, primaryKey } from './drizzle.ts'

/**
 * Keys for programs. Only a hash of the key is stored. Ended keys are kept for a while, so that their calls
 * can be displayed.
 */
export const apiKeys = pgTable(
  'api_keys',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: t.text('name').notNull(),
    keyHash: t.varchar('key_hash').notNull().unique(),
    scopes: t.text('scopes').array().notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    revokedBy: t.text('revoked_by', { enum: ['owner', 'operator'] }),
    /**
     * When the owner was notified that the key expires soon. Also set for keys whose lifetime is too short
     * for a notice.
     */
    noticedAt: instant('noticed_at'),
    lastUsedAt: instant('last_used_at'),
    createdAt,
  }),
  (table) => [index('api_keys_user').on(table.userId), index('api_keys_expiry').on(table.expiresAt)],
)

/** The number of calls with a key on one day (UTC). */
export const apiKeyDays = pgTable(
  'api_key_days',
  (t) => ({
    keyId: t
      .uuid('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    day: t.date('day').notNull(),
    calls: count('calls'),
    limited: count('limited'),
  }),
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
)
