import { customType, integer, timestamp, uuid, varchar } from './drizzle.ts'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
export const instant = (name: string) => timestamp(name, { withTimezone: true })
export const count = (name: string) => integer(name).notNull().default(0)
export const createdAt = instant('created_at').notNull().defaultNow()
export const updatedAt = instant('updated_at').notNull().defaultNow()

/**
 * The columns of every kind of mailed token. A function, because a column names its constraints after the first
 * table that uses it.
 */
export const mailedToken = () => ({
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: varchar('token').notNull().unique(),
  expiresAt: instant('expires_at').notNull(),
  used: integer('used').notNull().default(0),
  createdAt,
})
