import {
  bigint,
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, ownerId } from './schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const count = (name: string) => integer(name).notNull().default(0)

/** What a person brought, in tables of its own: nothing that reads the archive can ever meet a row of it. */
export const ownCollections = pgTable(
  'own_collections',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: text('name').notNull(),
    state: text('state', { enum: ['uploading', 'scoring', 'ready', 'failed'] })
      .notNull()
      .default('uploading'),
    /** An `OwnMapping` of the contract; null until it is sent. */
    mapping: json('mapping'),
    rows: count('rows'),
    otherLanguages: count('other_languages'),
    beyondLimit: count('beyond_limit'),
    rejected: count('rejected'),
    /** The first that were rejected: line and reason. */
    rejects: json('rejects').notNull().default([]),
    failure: text('failure'),
    /** Which time it is scored: of two at once only the later one keeps rows. */
    run: count('run'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('own_collections_user').on(table.userId),
    index('own_collections_state').on(table.state, table.createdAt),
  ],
)

export const ownParts = pgTable(
  'own_parts',
  {
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => ownCollections.id, { onDelete: 'cascade' }),
    part: integer('part').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.collectionId, table.part] })],
)

export const ownRows = pgTable(
  'own_rows',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    collectionId: uuid('collection_id')
      .notNull()
      .references(() => ownCollections.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    selftext: text('selftext').notNull(),
    /** What the row belongs to, or the collection's name; '' for none. */
    community: text('community').notNull(),
    url: text('url'),
    createdAt: instant('created_at').notNull(),
    /** Null for English; others are not scored and cannot be found. */
    language: text('language'),
    opportunityScore: smallint('opportunity_score').notNull(),
    scorerVersion: text('scorer_version').notNull(),
    summary: text('card').notNull(),
    words: tsvector('words').notNull(),
    wordsVersion: smallint('words_version').notNull(),
  },
  (table) => [
    index('own_rows_collection').on(table.collectionId, table.opportunityScore),
    index('own_rows_words').using('gin', table.words),
  ],
)

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
