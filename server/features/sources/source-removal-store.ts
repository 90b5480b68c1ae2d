import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/open-database.ts'
import { sources } from '#server/database/source-schema.ts'
import type { StoredSource } from './source-store.ts'

type PostKey = { source: string; sourceId: string }
export type RemovedSource = Pick<StoredSource, 'id' | 'kind' | 'name' | 'address' | 'addedBy' | 'removedAt'>
type Place = Pick<StoredSource, 'kind' | 'name' | 'address'>

export type SourceRemovalStore = ReturnType<typeof makeSourceRemovalStore>

/** What a feed brought and no other one that is here has. */
const ownItems = (address: string) => sql`
  select 'feed' as source, item.source_id from feed_items as item
  join posts on posts.source = 'feed' and posts.source_id = item.source_id
  where item.address = ${address} and not exists (
    select from feed_items as other join ${sources} as stored
      on stored.kind = 'feed' and stored.address = other.address and stored.removed_at is null
    where other.source_id = item.source_id and other.address <> item.address)`

/** What is remembered of reading it, so that another reading starts from the beginning. */
const readingOf = ({ kind, name, address }: Place) =>
  kind === 'feed' ? sql`source = 'feed' and value = ${address}` : sql`source = ${name}`

export function makeSourceRemovalStore(db: Database) {
  const resetReading = async (source: Place, inside: Pick<Database, 'execute'> = db) => {
    await inside.execute(sql`delete from scan_targets where ${readingOf(source)}`)
    await inside.execute(sql`
      update scan_runs set ended_at = now() where ended_at is null
      and not exists (select from scan_targets where run_id = scan_runs.id and state = 'waiting')`)
    if (source.kind === 'feed') {
      await inside.execute(
        sql`update feed_reads set etag = null, last_modified = null where address = ${source.address}`,
      )
    }
  }

  return {
    resetReading: (source: Place) => resetReading(source),

    listRemoved: (): Promise<RemovedSource[]> =>
      db
        .select()
        .from(sources)
        .where(sql`removed_at is not null and purged_at is null`)
        .orderBy(sources.removedAt),

    /** Posts that it brought and that are here, as long as it stays removed. */
    async listBrought({ id, kind, name, address }: RemovedSource, most: number): Promise<PostKey[]> {
      const brought =
        kind === 'feed' ? ownItems(address) : sql`select source, source_id from posts where source = ${name}`
      const { rows } = await db.execute<PostKey>(sql`
        select source, source_id as "sourceId" from (${brought} limit ${most}) as brought
        where exists (select from ${sources} where id = ${id} and removed_at is not null)`)
      return rows
    },

    /** A line stays only where a variable could add it again. Nothing happens to one that was added again meanwhile. */
    finishRemoval: (source: RemovedSource, now: Date): Promise<void> =>
      db.transaction(async (tx) => {
        const { id, kind, name, address, addedBy } = source
        const { rows } = await tx.execute(
          sql`select from ${sources} where id = ${id} and removed_at is not null for update`,
        )
        if (rows.length === 0) return
        await resetReading(source, tx)
        if (kind === 'feed') {
          await tx.execute(sql`delete from feed_items where address = ${address}`)
          await tx.execute(sql`delete from feed_reads where address = ${address}`)
        } else {
          await tx.execute(sql`delete from post_checks where source = ${name}
            and not exists (select from posts where posts.id = post_checks.post_id)`)
          await tx.execute(sql`delete from archive_sources where source = ${name} and posts = 0`)
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
