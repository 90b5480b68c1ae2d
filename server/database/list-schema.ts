import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, ownerId } from './schema.ts'

export const communityLists = pgTable(
  'community_lists',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: text('name').notNull(),
    communities: text('communities').array().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [unique('community_lists_name').on(table.userId, table.name)],
)
