import type { SourceChange } from '#contract/admin-sources.ts'
import type { Clock } from '#server/clock.ts'
import { type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { sources } from '#server/database/scan-schema.ts'
import type { SourceIdentity } from '#server/source-ports.ts'

/** From `removedAt` on, a source is not queried, and its posts are deleted. */
export type StoredSource = typeof sources.$inferSelect

export type SourceStore = ReturnType<typeof makeSourceStore>

const isHere = (id: string) => sql`id = ${id} and removed_at is null`

type Place = Pick<SourceIdentity, 'kind' | 'name' | 'address'>

const isSame = ({ kind, name, address }: Place) =>
  kind === 'feed' ? sql`kind = 'feed' and address = ${address}` : sql`kind <> 'feed' and name = ${name}`

/** After a change of the targets, reading starts again, and results of a running read are ignored. */
async function resetReading(db: Pick<Database, 'execute'>, { kind, name, address }: Place): Promise<void> {
  const isOfIt = kind === 'feed' ? sql`source = 'feed' and value = ${address}` : sql`source = ${name}`
  await db.execute(sql`delete from scan_targets where ${isOfIt}`)
  await db.execute(sql`
    update scan_runs set ended_at = now() where ended_at is null
    and not exists (select from scan_targets where run_id = scan_runs.id and state = 'waiting')`)
  if (kind === 'feed') {
    await db.execute(sql`update feed_reads set etag = null, last_modified = null where address = ${address}`)
  }
}

export function makeSourceStore(db: Database, clock: Clock) {
  const list = (condition: SQL) => {
    const { addedAt, kind, name, address } = sources
    return db.select().from(sources).where(condition).orderBy(addedAt, kind, name, address)
  }
  // The kinds that every search queries.
  const here = list(sql`purged_at is null`).prepare('stored_sources')

  const isTrue = async (condition: SQL): Promise<boolean> => {
    const { rows } = await db.execute<{ is: boolean }>(sql`select ${condition} as "is"`)
    return rows[0]?.is === true
  }

  const valuesOf = (identity: SourceIdentity, addedBy: StoredSource['addedBy']) => ({
    ...identity,
    communities: [...identity.communities],
    addedBy,
    addedAt: clock(),
  })

  type AddedBy = StoredSource['addedBy']
  const insertSource = async (within: Transaction | Database, identity: SourceIdentity, addedBy: AddedBy) => {
    const values = valuesOf(identity, addedBy)
    const added = await within.insert(sources).values(values).onConflictDoNothing().returning()
    return added[0]?.id ?? null
  }

  const reviveSource = async (within: Transaction, identity: SourceIdentity, addedBy: AddedBy) => {
    const again = { removedAt: null, purgedAt: null, enabled: true, everyHours: 24 }
    const revived = await within
      .update(sources)
      .set({ ...valuesOf(identity, addedBy), ...again })
      .where(sql`${isSame(identity)} and removed_at is not null`)
      .returning()
    return revived[0]?.id ?? null
  }

  return {
    /** All sources except those that were removed completely. */
    listSources: (): Promise<StoredSource[]> => here.execute(),

    /** Null also for a removed source. */
    findSource: async (id: string) => (await list(isHere(id)))[0] ?? null,

    /** Null if no source has this address. */
    findSame: async (identity: SourceIdentity) =>
      (await list(sql`${isSame(identity)} and removed_at is null`))[0] ?? null,

    /** Includes removed feeds, and feeds that no variable names any more. */
    hasFeedPosts: () => isTrue(sql`exists (select from archive_sources where source = 'feed' and posts > 0)`),

    /** Whether the installation is unused: it has no operator, no account and no real post. */
    isUnused: () =>
      isTrue(sql`not exists (select from admin_users) and not exists (select from users)
        and not exists (select from archive_sources where not sample and posts > 0)`),

    /**
     * Adds a source that never existed and returns its id. Null for a removed source, which stays removed.
     */
    seedSource: (identity: SourceIdentity, addedBy: AddedBy) => insertSource(db, identity, addedBy),

    /**
     * Adds a source, or restores a removed one, and reads it from the start. Null if the source already
     * exists.
     */
    addSource: (identity: SourceIdentity, addedBy: AddedBy): Promise<string | null> =>
      inTransaction(db, async (transaction) => {
        const id =
          (await insertSource(transaction, identity, addedBy)) ??
          (await reviveSource(transaction, identity, addedBy))
        if (id !== null) await resetReading(transaction, identity)
        return id
      }),

    async changeSource(id: string, change: SourceChange): Promise<void> {
      await db.update(sources).set(change).where(isHere(id))
    },

    async removeSource(source: StoredSource): Promise<void> {
      await db.update(sources).set({ removedAt: clock() }).where(isHere(source.id))
      await resetReading(db, source)
    },
  }
}

type PostKey = { source: string; sourceId: string }

export type SourceRemovalStore = ReturnType<typeof makeSourceRemovalStore>

/** The posts in the archive, and the posts that are held back after a restore. */
const kept = sql`(select source, source_id from archive_posts
  union all select source, source_id from held_posts) as kept`

/** The posts of a feed that are in no other existing feed. */
const ownItems = (address: string) => sql`
  select 'feed' as source, item.source_id from feed_items as item
  join ${kept} on kept.source = 'feed' and kept.source_id = item.source_id
  where item.address = ${address} and not exists (
    select from feed_items as other join ${sources} as stored
      on stored.kind = 'feed' and stored.address = other.address and stored.removed_at is null
    where other.source_id = item.source_id and other.address <> item.address)`

export function makeSourceRemovalStore(db: Database) {
  return {
    listRemoved: (): Promise<StoredSource[]> =>
      db
        .select()
        .from(sources)
        .where(sql`removed_at is not null and purged_at is null`)
        .orderBy(sources.removedAt),

    /** The stored posts of a source, if it is still removed. */
    async listBrought({ id, kind, name, address }: StoredSource, most: number): Promise<PostKey[]> {
      const brought =
        kind === 'feed'
          ? ownItems(address)
          : sql`select source, source_id from ${kept} where source = ${name}`
      const { rows } = await db.execute<PostKey>(sql`
        select source, source_id as "sourceId" from (${brought} limit ${most}) as brought
        where exists (select from ${sources} where id = ${id} and removed_at is not null)`)
      return rows
    },

    /**
     * The row is kept only if a variable could add the source again. Has no effect if the source was added
     * again in the meantime.
     */
    finishRemoval: (source: StoredSource, now: Date): Promise<void> =>
      inTransaction(db, async (tx) => {
        const { id, kind, name, address, addedBy } = source
        const { rows } = await tx.execute(
          sql`select from ${sources} where id = ${id} and removed_at is not null for update`,
        )
        if (rows.length === 0) return
        await resetReading(tx, source)
        if (kind === 'feed') {
          await tx.execute(sql`delete from feed_items where address = ${address}`)
          await tx.execute(sql`delete from feed_reads where address = ${address}`)
        } else {
          await tx.execute(sql`delete from post_checks where source = ${name}
            and not exists (select from archive_posts where archive_posts.id = post_checks.post_id)`)
          await tx.execute(sql`delete from archive_sources where source = ${name} and posts = 0`)
          await tx.execute(sql`delete from held_sources where source = ${name}`)
          await tx.execute(sql`delete from rate_limits where identifier = ${`source:${name}`}`)
        }
        if (addedBy === 'operator') await tx.execute(sql`delete from ${sources} where id = ${id}`)
        else {
          await tx.execute(
            sql`update ${sources} set purged_at = ${now}, title = '', communities = '{}' where id = ${id}`,
          )
        }
      }),
  }
}
