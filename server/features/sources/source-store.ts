import { type SQL, sql } from 'drizzle-orm'
import type { SourceChange } from '#contract/admin-sources.ts'
import type { Database } from '#server/database/open-database.ts'
import { sources } from '#server/database/source-schema.ts'
import type { Clock, SourceIdentity } from '#server/ports.ts'

/** After `removedAt` it is not asked; its posts are being deleted. */
export type StoredSource = typeof sources.$inferSelect

export type SourceStore = ReturnType<typeof makeSourceStore>

const isHere = (id: string) => sql`id = ${id} and removed_at is null`

const isSame = ({ kind, name, address }: Pick<SourceIdentity, 'kind' | 'name' | 'address'>) =>
  kind === 'feed' ? sql`kind = 'feed' and address = ${address}` : sql`kind <> 'feed' and name = ${name}`

function storedSources(db: Database) {
  const list = (condition: SQL): Promise<StoredSource[]> => {
    const { addedAt, kind, name, address } = sources
    return db.select().from(sources).where(condition).orderBy(addedAt, kind, name, address)
  }

  const isTrue = async (condition: SQL): Promise<boolean> => {
    const { rows } = await db.execute<{ is: boolean }>(sql`select ${condition} as "is"`)
    return rows[0]?.is === true
  }

  return {
    /** All that were not removed whole. */
    listSources: () => list(sql`purged_at is null`),

    /** Null also for one that was removed. */
    findSource: async (id: string) => (await list(isHere(id)))[0] ?? null,

    /** Null unless a source with this address is here. */
    findSame: async (identity: SourceIdentity) =>
      (await list(sql`${isSame(identity)} and removed_at is null`))[0] ?? null,

    /** Also of feeds that were removed or that no variable names any more. */
    hasFeedPosts: () => isTrue(sql`exists (select from archive_sources where source = 'feed' and posts > 0)`),

    /** Nobody has used this installation: there is neither an administrator, nor an account, nor a real post. */
    isUnused: () =>
      isTrue(sql`not exists (select from admin_users) and not exists (select from users)
        and not exists (select from archive_sources where not sample and posts > 0)`),
  }
}

function sourceChanges(db: Database, clock: Clock) {
  const valuesOf = (identity: SourceIdentity, addedBy: StoredSource['addedBy']) => ({
    ...identity,
    communities: [...identity.communities],
    addedBy,
    addedAt: clock(),
  })

  /** Adds what was never here, and gives its id; null for what the operator removed: it stays away. */
  const seedSource = async (identity: SourceIdentity, addedBy: StoredSource['addedBy']) => {
    const values = valuesOf(identity, addedBy)
    const added = await db.insert(sources).values(values).onConflictDoNothing().returning({ id: sources.id })
    return added[0]?.id ?? null
  }

  return {
    seedSource,

    /** Adds it, or takes it up again after it was removed; null when it is here. */
    async addSource(identity: SourceIdentity, addedBy: StoredSource['addedBy']): Promise<string | null> {
      const added = await seedSource(identity, addedBy)
      if (added !== null) return added
      const again = { removedAt: null, purgedAt: null, enabled: true, everyHours: 24 }
      const [revived] = await db
        .update(sources)
        .set({ ...valuesOf(identity, addedBy), ...again })
        .where(sql`${isSame(identity)} and removed_at is not null`)
        .returning({ id: sources.id })
      return revived?.id ?? null
    },

    async changeSource(id: string, change: SourceChange): Promise<void> {
      await db.update(sources).set(change).where(isHere(id))
    },

    async removeSource(id: string): Promise<void> {
      await db.update(sources).set({ removedAt: clock() }).where(isHere(id))
    },
  }
}

export function makeSourceStore(db: Database, clock: Clock) {
  return { ...storedSources(db), ...sourceChanges(db, clock) }
}
