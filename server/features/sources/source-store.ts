import { type SQL, sql } from 'drizzle-orm'
import type { AdminSource } from '#contract/admin-sources.ts'
import type { Database } from '#server/database/open-database.ts'
import { sources } from '#server/database/source-schema.ts'
import type { Clock, SourceIdentity } from '#server/ports.ts'

export type StoredSource = SourceIdentity & {
  id: string
  everyHours: number
  enabled: boolean
  addedBy: AdminSource['addedBy']
  /** From then on it is not asked; its posts are being deleted. */
  removedAt: Date | null
}

/** What is undefined stays. */
export type SourceChange = {
  enabled?: boolean | undefined
  everyHours?: number | undefined
  communities?: readonly string[] | undefined
}

export type SourceStore = ReturnType<typeof makeSourceStore>

type Row = Omit<StoredSource, 'removedAt'> & { removedAt: string | null }

const columns = sql.raw(`id, kind, name, address, title, communities, every_hours as "everyHours", enabled,
  added_by as "addedBy", removed_at as "removedAt"`)

const isHere = (id: string) => sql`id = ${id} and removed_at is null`

const isSame = ({ kind, name, address }: Pick<SourceIdentity, 'kind' | 'name' | 'address'>) =>
  kind === 'feed' ? sql`kind = 'feed' and address = ${address}` : sql`kind <> 'feed' and name = ${name}`

function storedSources(db: Database) {
  const list = async (condition: SQL): Promise<StoredSource[]> => {
    const { rows } = await db.execute<Row>(
      sql`select ${columns} from ${sources} where ${condition} order by added_at, kind, name, address`,
    )
    return rows.map(({ removedAt, ...row }) => ({
      ...row,
      removedAt: removedAt === null ? null : new Date(removedAt),
    }))
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
    async hasFeedPosts(): Promise<boolean> {
      const { rows } = await db.execute<{ has: boolean }>(
        sql`select exists (select from archive_sources where source = 'feed' and posts > 0) as has`,
      )
      return rows[0]?.has === true
    },

    /** Nobody has used this installation: there is neither an administrator, nor an account, nor a real post. */
    async isUnused(): Promise<boolean> {
      const { rows } = await db.execute<{ unused: boolean }>(sql`
        select not exists (select from admin_users) and not exists (select from users)
          and not exists (select from archive_sources where not sample and posts > 0) as unused`)
      return rows[0]?.unused === true
    },
  }
}

function sourceChanges(db: Database, clock: Clock) {
  return {
    /** Adds it, or takes it up again after it was removed; null when it is here. */
    async addSource(identity: SourceIdentity, addedBy: StoredSource['addedBy']): Promise<string | null> {
      const communities = [...identity.communities]
      const values = { ...identity, communities, addedBy, addedAt: clock() }
      const [added] = await db
        .insert(sources)
        .values(values)
        .onConflictDoNothing()
        .returning({ id: sources.id })
      if (added !== undefined) return added.id
      const again = { removedAt: null, purgedAt: null, enabled: true, everyHours: 24 }
      const [revived] = await db
        .update(sources)
        .set({ ...values, ...again })
        .where(sql`${isSame(identity)} and removed_at is not null`)
        .returning({ id: sources.id })
      return revived?.id ?? null
    },

    /** Adds what was never here; what the operator removed stays away. */
    async seedSource(identity: SourceIdentity, addedBy: StoredSource['addedBy']): Promise<void> {
      const communities = [...identity.communities]
      await db
        .insert(sources)
        .values({ ...identity, communities, addedBy, addedAt: clock() })
        .onConflictDoNothing()
    },

    async changeSource(id: string, { communities, ...change }: SourceChange): Promise<void> {
      const lists = communities === undefined ? {} : { communities: [...communities] }
      await db
        .update(sources)
        .set({ ...change, ...lists })
        .where(isHere(id))
    },

    /** From now on it is not asked. */
    async removeSource(id: string): Promise<void> {
      await db.update(sources).set({ removedAt: clock() }).where(isHere(id))
    },
  }
}

export function makeSourceStore(db: Database, clock: Clock) {
  return { ...storedSources(db), ...sourceChanges(db, clock) }
}
