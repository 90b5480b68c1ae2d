import { ownerId } from './account-schema.ts'
import { count, instant, tsvector } from './columns.ts'
import { bigint, boolean, index, pgTable, primaryKey, sql, unique, uuid } from './drizzle.ts'

/** Own material is in tables of its own, so that code that reads the archive can never access it. */
export const ownCollections = pgTable(
  'own_collections',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: t.text('name').notNull(),
    state: t
      .text('state', { enum: ['uploading', 'scoring', 'ready', 'failed'] })
      .notNull()
      .default('uploading'),
    /** An `OwnMapping` of the contract; null until the person has chosen one. */
    mapping: t.json('mapping'),
    rows: count('rows'),
    otherLanguages: count('other_languages'),
    beyondLimit: count('beyond_limit'),
    rejected: count('rejected'),
    /** The first rejected rows, each with its line and the reason. */
    rejects: t.json('rejects').notNull().default([]),
    /** Notes about how rows were read, as sentences. */
    notes: t.json('notes').notNull().default([]),
    failure: t.text('failure'),
    /** The number of the scoring run. If two runs are concurrent, only the later one stores rows. */
    run: count('run'),
    /** When all rows were stored. Null until then. */
    readyAt: instant('ready_at'),
    /** The last row that was matched with the owner's watches, and whether all rows were matched. */
    watchedTo: bigint('watched_to', { mode: 'number' }).notNull().default(0),
    isWatched: boolean('is_watched').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [
    index('own_collections_user').on(table.userId),
    index('own_collections_state').on(table.state, table.createdAt),
    index('own_collections_unwatched').on(table.id).where(sql`state = 'ready' and not is_watched`),
  ],
)

/** A foreign key of a row that is deleted with its collection. */
const collectionId = () =>
  uuid('collection_id')
    .notNull()
    .references(() => ownCollections.id, { onDelete: 'cascade' })

export const ownParts = pgTable(
  'own_parts',
  (t) => ({
    collectionId: collectionId(),
    part: t.integer('part').notNull(),
    text: t.text('text').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.collectionId, table.part] })],
)

/** A hash of the text of a row of own material, as SQL on `title` and `selftext`. An index contains it. */
export const textHash = (row: string) => `hashtextextended(${row}.title || ' ' || ${row}.selftext, 0)`

export const ownMaterial = pgTable(
  'own_material',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    collectionId: collectionId(),
    title: t.text('title').notNull(),
    selftext: t.text('selftext').notNull(),
    /** The group of the row, or the collection's name if it has no group; '' if there is neither. */
    community: t.text('community').notNull(),
    url: t.text('url'),
    createdAt: instant('created_at').notNull(),
    /**
     * False if the row's own date is unreadable. The date above is then the date of the upload, and is never
     * shown.
     */
    dated: t.boolean('dated').notNull().default(true),
    /** The rating of a review; null if none was read. */
    rating: t.real('rating'),
    /** Null for English. Rows in other languages have no score and cannot be found. */
    language: t.text('language'),
    opportunityScore: t.smallint('opportunity_score').notNull(),
    scorerVersion: t.text('scorer_version').notNull(),
    summary: t.text('summary').notNull(),
    words: tsvector('words').notNull(),
    wordsVersion: t.smallint('words_version').notNull(),
  }),
  (table) => [
    index('own_material_collection').on(table.collectionId, table.opportunityScore),
    // The expression of `textHash`. Equal rows are found without reading the texts of all rows.
    index('own_material_texts').on(sql`hashtextextended(title || ' ' || selftext, 0)`, table.collectionId),
    index('own_material_words').using('gin', table.words),
  ],
)

/**
 * A foreign key to a row of own material, with which this row is deleted. Null if this row refers to
 * something else.
 */
export const ownRowId = () =>
  bigint('own_row_id', { mode: 'number' }).references(() => ownMaterial.id, { onDelete: 'cascade' })

/** Announced when all rows of a collection are stored. */
export const ownRowsWork = 'own rows'

export const communityLists = pgTable(
  'community_lists',
  (t) => ({
    id: t.uuid('id').primaryKey().defaultRandom(),
    userId: ownerId(),
    name: t.text('name').notNull(),
    communities: t.text('communities').array().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  }),
  (table) => [unique('community_lists_name').on(table.userId, table.name)],
)
