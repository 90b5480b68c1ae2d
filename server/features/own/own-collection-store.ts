import { limits } from '#contract/limits.ts'
import type { OwnCollection, OwnMapping } from '#contract/own-material.ts'
import { users } from '#server/database/account-schema.ts'
import { deleteInBatches, ownRows } from '#server/database/delete-in-batches.ts'
import { and, asc, eq, inArray, lt, type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import { announceWork } from '#server/database/listen-for-work.ts'
import type { Database } from '#server/database/open-database.ts'
import { ownCollections, ownParts, ownRowsWork } from '#server/database/own-schema.ts'
import { joinParts } from './part-rules.ts'

type CollectionRow = typeof ownCollections.$inferSelect

export type CollectionToScore = Omit<CollectionRow, 'mapping'> & { mapping: OwnMapping }

export type OwnCollectionStore = ReturnType<typeof makeOwnCollectionStore>

function toCollection(row: CollectionRow): OwnCollection {
  // Only `finishScoring` writes these values.
  const rejects = row.rejects as OwnCollection['rejects']
  const notes = row.notes as OwnCollection['notes']
  return { ...row, rejects, notes, createdAt: row.createdAt.toISOString() }
}

const ofUser = (userId: string, id: string): SQL | undefined =>
  and(eq(ownCollections.userId, userId), eq(ownCollections.id, id))

const noCounts = { rows: 0, otherLanguages: 0, beyondLimit: 0 }

const isToScore = (id: string) => and(eq(ownCollections.id, id), eq(ownCollections.state, 'scoring'))

/** Without `last`, the state of the collection has to prevent that rows are added meanwhile. */
const deleteRows = (db: Database, id: string, last: string | null = null) =>
  deleteInBatches(db, ownRows, sql`collection_id = ${id} and coalesce(id <= ${last}::bigint, true)`)

/** Shown if the process stopped while a collection was being deleted. */
const unfinishedDeletion = 'Its deletion was not finished. Delete it again.'

function collectionQueries(db: Database) {
  return {
    /** Newest first. */
    async listCollections(userId: string): Promise<OwnCollection[]> {
      const rows = await db
        .select()
        .from(ownCollections)
        .where(eq(ownCollections.userId, userId))
        .orderBy(sql`${ownCollections.createdAt} desc`, ownCollections.id)
      return rows.map(toCollection)
    },

    async findCollection(userId: string, id: string): Promise<OwnCollection | null> {
      const [row] = await db.select().from(ownCollections).where(ofUser(userId, id))
      return row === undefined ? null : toCollection(row)
    },

    /**
     * Throws with the limit that is reached: the account has too many collections, or too many files that are
     * not scored.
     */
    async createCollection(
      userId: string,
      name: string,
      now: Date,
    ): Promise<OwnCollection | 'collections' | 'in work'> {
      return inTransaction(db, async (tx) => {
        // Concurrent uploads run one after another, because each of them counts the others.
        await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
        const collections = await tx.$count(ownCollections, eq(ownCollections.userId, userId))
        if (collections >= limits.ownCollections) return 'collections'
        const inWork = and(
          eq(ownCollections.userId, userId),
          inArray(ownCollections.state, ['uploading', 'scoring']),
        )
        if ((await tx.$count(ownCollections, inWork)) >= limits.ownInWork) return 'in work'
        const [row] = await tx.insert(ownCollections).values({ userId, name, createdAt: now }).returning()
        return row === undefined ? 'collections' : toCollection(row)
      })
    },

    /**
     * Deletes the collection with its rows and its file. Returns false if the account has no collection with
     * that id. No rows are added while it is being deleted, because they are only added in the state `scoring`.
     */
    async deleteCollection(userId: string, id: string): Promise<boolean> {
      const marked = await db
        .update(ownCollections)
        .set({ ...noCounts, state: 'failed', failure: unfinishedDeletion })
        .where(ofUser(userId, id))
      if (marked.rowCount === 0) return false
      await deleteRows(db, id)
      const { rowCount } = await db.delete(ownCollections).where(ofUser(userId, id))
      return rowCount === 1
    },

    async deleteAbandoned(before: Date): Promise<void> {
      await db
        .delete(ownCollections)
        .where(and(eq(ownCollections.state, 'uploading'), lt(ownCollections.createdAt, before)))
    },
  }
}

async function* storedParts(db: Database, id: string): AsyncGenerator<string> {
  for (let part = 0; ; part += 1) {
    const [row] = await db
      .select({ text: ownParts.text })
      .from(ownParts)
      .where(and(eq(ownParts.collectionId, id), eq(ownParts.part, part)))
    if (row === undefined) return
    yield row.text
  }
}

/** The uploaded files of collections. */
function uploads(db: Database) {
  return {
    /**
     * Stores a part of the file of an unfinished upload. Returns the number of stored parts. Null if there is
     * no such upload.
     */
    async savePart(userId: string, id: string, sent: { part: number; text: string }): Promise<number | null> {
      return inTransaction(db, async (tx) => {
        const isOpen = and(ofUser(userId, id), eq(ownCollections.state, 'uploading'))
        const open = await tx.select().from(ownCollections).where(isOpen).for('share')
        if (open.length === 0) return null
        await tx
          .insert(ownParts)
          .values({ collectionId: id, ...sent })
          .onConflictDoUpdate({ target: [ownParts.collectionId, ownParts.part], set: { text: sent.text } })
        return tx.$count(ownParts, eq(ownParts.collectionId, id))
      })
    },

    /**
     * The number of parts and the highest part number. In a complete upload, the highest part number is one
     * less than the number of parts.
     */
    async readUpload(id: string): Promise<{ parts: number; last: number }> {
      const [row] = await db
        .select({
          parts: sql<number>`count(*)::integer`,
          last: sql<number>`coalesce(max(${ownParts.part}), -1)`,
        })
        .from(ownParts)
        .where(eq(ownParts.collectionId, id))
      return row ?? { parts: 0, last: -1 }
    },

    /** The text of a file, part by part. Only one part is in memory at a time. */
    readParts: (id: string) => joinParts(storedParts(db, id)),

    /** Adds the file to the queue for scoring. Null unless the file is waiting for a mapping. */
    async startScoring(userId: string, id: string, mapping: OwnMapping): Promise<OwnCollection | null> {
      const [row] = await db
        .update(ownCollections)
        .set({ mapping, state: 'scoring' })
        .where(and(ofUser(userId, id), eq(ownCollections.state, 'uploading')))
        .returning()
      return row === undefined ? null : toCollection(row)
    },
  }
}

/** The state of a collection after scoring. */
type End = Partial<typeof ownCollections.$inferInsert>

function scoringRuns(db: Database) {
  /** Returns false if the collection was restarted or has already ended. Then nothing is changed. */
  const endScoring = (id: string, where: SQL | undefined, end: End) =>
    inTransaction(db, async (tx) => {
      const { rowCount } = await tx
        .update(ownCollections)
        .set(end.state === 'ready' ? { ...end, readyAt: sql`now()` } : end)
        .where(and(isToScore(id), where))
      if (rowCount === 0) return false
      await tx.delete(ownParts).where(eq(ownParts.collectionId, id))
      if (end.state === 'ready') await tx.execute(announceWork(ownRowsWork))
      return true
    })

  return {
    /** Oldest first. An account has only a few files, so there is no limit per account. */
    async listToScore(): Promise<{ id: string; userId: string }[]> {
      return db
        .select({ id: ownCollections.id, userId: ownCollections.userId })
        .from(ownCollections)
        .where(eq(ownCollections.state, 'scoring'))
        .orderBy(asc(ownCollections.createdAt))
        .limit(200)
    },

    /**
     * Starts to score a collection from the beginning. Rows of an earlier attempt are deleted. Null if there
     * is nothing to do.
     */
    async beginScoring(id: string): Promise<CollectionToScore | null> {
      const run = sql`${ownCollections.run} + 1`
      const { row, last } = await inTransaction(db, async (tx) => {
        const [row] = await tx
          .update(ownCollections)
          .set({ ...noCounts, rejected: 0, rejects: [], notes: [], run })
          .where(isToScore(id))
          .returning()
        // Earlier attempts add no more rows. Later ones, which may begin at once, add rows after this one.
        const { rows } = await tx.execute<{ last: string }>(
          sql`select coalesce(max(id), 0) as last from own_material`,
        )
        return { row, last: rows[0]?.last ?? '0' }
      })
      if (row === undefined) return null
      await deleteRows(db, id, last)
      // The contract validated the mapping before `startScoring` stored it.
      return { ...row, mapping: row.mapping as OwnMapping }
    },

    /**
     * Marks the collection as done and deletes the file. Has no effect if the collection was given up or
     * restarted in the meantime.
     */
    finishScoring: (
      { id, run }: Pick<CollectionToScore, 'id' | 'run'>,
      counts: Pick<OwnCollection, 'beyondLimit' | 'rejected' | 'rejects' | 'notes'>,
    ) => endScoring(id, eq(ownCollections.run, run), { ...counts, state: 'ready' }),

    /** Marks the collection as failed with a reason for the user, and deletes its rows and file. */
    async failScoring(id: string, failure: string): Promise<void> {
      if (await endScoring(id, undefined, { ...noCounts, state: 'failed', failure })) await deleteRows(db, id)
    },
  }
}

/** Every query for a user includes the user's id. */
export function makeOwnCollectionStore(db: Database) {
  return { ...collectionQueries(db), ...uploads(db), ...scoringRuns(db) }
}
