import { index, integer, pgTable, varchar } from 'drizzle-orm/pg-core'
import { instant } from './schema.ts'

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
