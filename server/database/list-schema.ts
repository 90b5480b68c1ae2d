import { pgTable, text, unique, uuid, varchar } from 'drizzle-orm/pg-core'
import { instant, users } from './schema.ts'

/** Communities that a person looks at together. */
export const communityLists = pgTable(
  'community_lists',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: varchar('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    communities: text('communities').array().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('community_lists_name').on(table.userId, table.name)],
)
