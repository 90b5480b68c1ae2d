import { index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { instant } from './schema.ts'

/**
 * The free searches of a month by keyed hash of the address they belong to: all spellings of one address share them,
 * and they outlive a deleted account until `until`.
 */
export const freeAllowances = pgTable(
  'free_allowances',
  {
    addressHash: varchar('address_hash').primaryKey(),
    searches: integer('searches').notNull(),
    until: instant('until').notNull(),
  },
  (table) => [index('free_allowances_until').on(table.until)],
)
