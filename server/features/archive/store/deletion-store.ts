import type { Clock } from '#server/clock.ts'
import { gte, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { beginPurge, tombstones } from '#server/database/scan-schema.ts'

export type PostKey = { source: string; sourceId: string }
export type DuePost = { postId: number; sourceId: string; doubtedAt: Date | null }

type DueBefore = { seenBefore: Date; doubtedBefore: Date }

type CheckReport = {
  source: string
  posts: number
  overdue: number
  doubted: number
  oldestCheckAt: Date | null
}

export type DeletionStore = ReturnType<typeof makeDeletionStore>

const keySet = (keys: readonly PostKey[]) => sql`
  unnest(${sql.param(keys.map(({ source }) => source))}::text[],
    ${sql.param(keys.map(({ sourceId }) => sourceId))}::text[]) as asked(source, source_id)`

/** Posts in the archive, and posts that are held back. */
const stored = sql`(select source, source_id from archive_posts
  union all select source, source_id from held_posts) as stored`

const idSet = (postIds: readonly number[]) => sql`any(${sql.param(postIds)}::bigint[])`

function dueChecks(db: Database) {
  return {
    async hasDue(source: string, { seenBefore, doubtedBefore }: DueBefore): Promise<boolean> {
      const { rows } = await db.execute<{ due: boolean }>(sql`
        select exists (
          select from post_checks where source = ${source} and checked_at < ${seenBefore}
            and (doubted_at is null or doubted_at < ${doubtedBefore})
        ) or exists (
          select from archive_posts where source = ${source} and not sample and stored_at < ${seenBefore}
            and not exists (select from post_checks where post_id = archive_posts.id)
        ) as due`)
      return rows[0]?.due === true
    },

    /**
     * Posts whose last check was before `seenBefore` and whose last doubtful report was before
     * `doubtedBefore`. Live posts come first, then those checked longest ago.
     */
    async listDue(source: string, { seenBefore, doubtedBefore }: DueBefore, most: number) {
      const { rows } = await db.$client.query<DuePost>(
        `select due.post_id::float8 as "postId", archive_posts.source_id as "sourceId", due.doubted_at as "doubtedAt"
        from (
          select * from post_checks where source = $1 and checked_at < $2
            and (doubted_at is null or doubted_at < $3)
          order by live desc, checked_at, post_id limit $4
        ) as due join archive_posts on archive_posts.id = due.post_id
        order by due.live desc, due.checked_at, due.post_id`,
        [source, seenBefore, doubtedBefore, most],
      )
      return rows
    },

    async report(source: string, overdueBefore: Date): Promise<CheckReport> {
      const { rows } = await db.$client.query<CheckReport>(
        `select $1::text as source, count(*)::int as posts,
          count(*) filter (where live and checked_at < $2)::int as overdue,
          count(doubted_at)::int as doubted, min(checked_at) as "oldestCheckAt"
        from post_checks where source = $1`,
        [source, overdueBefore],
      )
      return rows[0] ?? { source, posts: 0, overdue: 0, doubted: 0, oldestCheckAt: null }
    },
  }
}

/** The posts to check, and the results of checks. */
function checkNotes(db: Statements) {
  return {
    /** Makes the list of a source's posts match the archive. */
    async enlistAll(source: string): Promise<void> {
      await db.execute(sql`
        insert into post_checks (post_id, source, live, checked_at)
        select id, source, false, stored_at from archive_posts where source = ${source} and not sample
          and not exists (select from post_checks where post_id = archive_posts.id)
        order by id on conflict do nothing`)
      await db.execute(sql`
        delete from post_checks where source = ${source}
          and not exists (select from archive_posts where archive_posts.id = post_checks.post_id)`)
    },

    async noteSeen(postIds: readonly number[], now: Date): Promise<void> {
      if (postIds.length === 0) return
      await db.execute(sql`
        update post_checks set checked_at = ${now}, doubted_at = null where post_id = ${idSet(postIds)}`)
    },

    /** Stores an unconfirmed report that posts were deleted. */
    async noteDoubt(postIds: readonly number[], now: Date): Promise<void> {
      if (postIds.length === 0) return
      await db.execute(sql`
        update post_checks set doubted_at = coalesce(doubted_at, ${now}) where post_id = ${idSet(postIds)}`)
    },
  }
}

/** Adds new posts to the posts to check, except posts from a file. Live posts are checked before others. */
export const deletionFollower = (clock: Clock) => ({
  name: 'deletion',
  async read(arrivals: readonly { postId: number; live: boolean }[], inside: Transaction): Promise<void> {
    const live = arrivals.filter((arrival) => arrival.live)
    await inside.execute(sql`
      insert into post_checks (post_id, source, live, checked_at)
      select id, source, true, least(stored_at, ${clock()}) from archive_posts
      where id = ${idSet(live.map(({ postId }) => postId))} order by id
      on conflict (post_id) do update set live = true`)
  },
})

function purged(db: Database) {
  return {
    /** Stores tombstones and calls `remove` in one transaction. No post is stored during that transaction. */
    async purge<T>(keys: readonly PostKey[], now: Date, remove: (inside: Transaction) => Promise<T>) {
      return inTransaction(db, async (tx) => {
        await tx.execute(beginPurge)
        await tx.execute(sql`
          insert into tombstones (source, source_id, purged_at)
          select distinct source, source_id, ${now}::timestamptz from ${keySet(keys)} order by source, source_id
          on conflict do nothing`)
        await tx.execute(sql`
          delete from post_checks using archive_posts join ${keySet(keys)} using (source, source_id)
          where post_checks.post_id = archive_posts.id`)
        return remove(tx)
      })
    },

    /** Archived posts with one of these ids, from any source. */
    async findKeys(sourceIds: readonly string[]): Promise<PostKey[]> {
      const { rows } = await db.execute<PostKey>(sql`
        select source, source_id as "sourceId" from ${stored} join (
          select distinct source, source_id from archive_sources
          cross join unnest(${sql.param(sourceIds)}::text[]) as asked(source_id)
        ) as asked using (source, source_id) order by 1, 2`)
      return rows
    },

    async findKnown(keys: readonly PostKey[]): Promise<{ stored: PostKey[]; purged: PostKey[] }> {
      const { rows } = await db.execute<PostKey & { stored: boolean }>(sql`
        select source, source_id as "sourceId", true as stored from ${stored} join ${keySet(keys)} using (source, source_id)
        union select source, source_id, false from tombstones join ${keySet(keys)} using (source, source_id)`)
      const of = (stored: boolean) =>
        rows.flatMap((row) => (row.stored === stored ? [{ source: row.source, sourceId: row.sourceId }] : []))
      return { stored: of(true), purged: of(false) }
    },

    async countPurged(since: Date): Promise<number> {
      return db.$count(tombstones, gte(tombstones.purgedAt, since))
    },
  }
}

export function makeDeletionStore(db: Database) {
  return { ...dueChecks(db), ...checkNotes(db), ...purged(db) }
}
