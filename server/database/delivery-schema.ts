import { createdAt } from './columns.ts'
import { pgTable, uuid } from './drizzle.ts'
import { watches } from './watch-schema.ts'

const watchId = () =>
  uuid('watch_id')
    .notNull()
    .references(() => watches.id, { onDelete: 'cascade' })

/** The feed of a watch. The token opens less than this database contains, so it is stored as it is, to be shown again. */
export const watchFeeds = pgTable('watch_feeds', (t) => ({
  watchId: watchId().primaryKey(),
  token: t.varchar('token').notNull().unique(),
  createdAt,
}))
