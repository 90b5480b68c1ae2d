import { type Clock, dayMs } from '#server/clock.ts'
import { eq, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { feedItems, feedReads } from '#server/database/scan-schema.ts'
import type { FeedMemory } from '#server/source-ports.ts'

/** Items that have left a feed are remembered for longer than their posts are stored. */
const itemsStoredMs = 180 * dayMs

/**
 * The validators and items of feeds, stored in the database so that all instances and commands can send
 * conditional requests.
 */
export function makeFeedMemory(db: Database, clock: Clock): FeedMemory {
  return {
    async findValidators(address) {
      const [row] = await db
        .select({ etag: feedReads.etag, lastModified: feedReads.lastModified })
        .from(feedReads)
        .where(eq(feedReads.address, address))
      return row ?? { etag: null, lastModified: null }
    },

    async noteItems(address, sourceIds) {
      const now = clock()
      const before = new Date(now.getTime() - itemsStoredMs)
      await db.execute(sql`
        with read as (
          insert into ${feedReads} (address, read_at, seen_at) values (${address}, ${now}, ${now})
          on conflict (address) do update
            set etag = null, last_modified = null, read_at = excluded.read_at, seen_at = excluded.seen_at
        ), dropped as (
          delete from ${feedItems} where address = ${address} and seen_at < ${before}
            and source_id <> all(${sql.param(sourceIds)}::text[])
        )
        insert into ${feedItems} (address, source_id, seen_at)
        select distinct ${address}, source_id, ${now}::timestamptz
        from unnest(${sql.param(sourceIds)}::text[]) as came(source_id) order by source_id
        on conflict (address, source_id) do update set seen_at = excluded.seen_at`)
    },

    async noteUnchanged(address) {
      await db.update(feedReads).set({ seenAt: clock() }).where(eq(feedReads.address, address))
    },

    async saveValidators(address, validators) {
      await db.update(feedReads).set(validators).where(eq(feedReads.address, address))
    },

    async findDropped(sourceIds, days) {
      const before = new Date(clock().getTime() - days * dayMs)
      const { rows } = await db.execute<{ sourceId: string }>(sql`
        select source_id as "sourceId" from unnest(${sql.param(sourceIds)}::text[]) as asked(source_id)
        where not exists (
          select from ${feedItems} as item join ${feedReads} as feed using (address)
          where item.source_id = asked.source_id
            and (case when item.seen_at = feed.read_at then feed.seen_at else item.seen_at end >= ${before}
              or exists (select from sources where kind = 'feed' and sources.address = item.address
                and removed_at is null and not enabled)))`)
      return rows.map((row) => row.sourceId)
    },
  }
}
