import { sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import type { PostKey } from './archive-store.ts'

/** Posts to drop: those written before an instant. If sources or communities are given, only their posts. */
export type OldPosts = { before: Date; sources: readonly string[]; communities: readonly string[] }

export type DropMonthsStore = ReturnType<typeof makeDropMonthsStore>

const list = (values: readonly string[]) => sql`${sql.param(values)}::text[]`

const kept = sql`(select id, source, source_id, community, created_at from archive_posts where not sample
  union all select id, source, source_id, community, created_at from held_posts) as kept`

const isOld = ({ before, sources, communities }: OldPosts) => sql`created_at < ${before}
  and (cardinality(${list(sources)}) = 0 or source = any(${list(sources)}))
  and (cardinality(${list(communities)}) = 0
    or lower(community) = any(select lower(one) from unnest(${list(communities)}) as one))`

export function makeDropMonthsStore(db: Database) {
  return {
    /** The number of old posts by month and source, oldest month first. */
    async countMonths(old: OldPosts): Promise<{ month: string; source: string; posts: number }[]> {
      const { rows } = await db.execute<{ month: string; source: string; posts: number }>(sql`
        select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, source, count(*)::int as posts
        from ${kept} where ${isOld(old)} group by 1, 2 order by 1, 2`)
      return rows
    },

    /**
     * Lists the newest of these posts first, so that the date of a source's oldest post only changes with the
     * last batch.
     */
    async listOld(old: OldPosts): Promise<number[]> {
      const { rows } = await db.execute<{ ids: string[] | null }>(sql`
        select array_agg(id::text order by created_at desc, id desc) as ids from ${kept} where ${isOld(old)}`)
      return (rows[0]?.ids ?? []).map(Number)
    },

    async listKeys(ids: readonly number[]): Promise<PostKey[]> {
      const { rows } = await db.execute<PostKey>(sql`
        select source, source_id as "sourceId" from ${kept} where id = any(${sql.param(ids)}::bigint[])`)
      return rows
    },

    /** The disk space of the archive including its indexes. */
    async readBytes(): Promise<number> {
      const { rows } = await db.execute<{ bytes: string }>(sql`
        select pg_total_relation_size('archive_posts') as bytes`)
      return Number(rows[0]?.bytes ?? 0)
    },

    /**
     * Returns the space of dropped posts to the disk, without a lock that would make searches or imports
     * wait.
     */
    async giveDiskBack(): Promise<void> {
      const { rows } = await db.execute<{ name: string }>(sql`
        select indexrelid::regclass::text as name from pg_index
        where indrelid = 'archive_posts'::regclass and not indisvalid`)
      // A killed run may have left an index behind.
      for (const { name } of rows) await db.execute(sql.raw(`drop index concurrently if exists ${name}`))
      await db.execute(sql`vacuum (analyze) archive_posts`)
      await db.execute(sql`reindex table concurrently archive_posts`)
    },
  }
}
