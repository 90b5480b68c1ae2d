import { heldSources } from '#server/database/archive-schema.ts'
import { sql } from '#server/database/drizzle.ts'
import type { Statements, Transaction } from '#server/database/in-transaction.ts'
import type { DuePost } from './deletion-store.ts'

export type HeldSource = {
  source: string
  heldAt: Date
  /** When the operator released the posts without asking the source. */
  releasedAt: Date | null
  posts: number
  /** The number of posts that an implausible answer of the source reported as deleted. */
  doubted: number
}

export type HeldStore = ReturnType<typeof makeHeldStore>

/**
 * Posts whose last check was before this time, or which were stored before it and never checked. Sources that
 * were never asked are excluded, because they never reported a deleted post.
 */
export const couldBeGone = (seenBefore: Date) => sql`
  select posts.id, coalesce(checks.live, false) as live
  from archive_posts as posts left join post_checks as checks on checks.post_id = posts.id
  where not posts.sample and coalesce(checks.checked_at, posts.stored_at) < ${seenBefore}
    and posts.source in (select distinct source from post_checks)`

/** Posts of a backup that are held back until their source has been asked. */
export function makeHeldStore(db: Statements) {
  return {
    async noteHeld(heldAt: Date): Promise<void> {
      await db.execute(sql`
        insert into held_sources (source, held_at) select distinct source, ${heldAt}::timestamptz from held_posts
        on conflict (source) do update set held_at = excluded.held_at, released_at = null`)
    },

    /** The sources of the archive: those that were ever asked about their posts, and the others. */
    async listSources(): Promise<{ asked: string[]; unasked: string[] }> {
      const { rows } = await db.execute<{ source: string; asked: boolean }>(sql`
        select source, source in (select distinct source from post_checks) as asked from archive_sources
        where not sample and posts > 0 order by source`)
      const where = (asked: boolean) => rows.filter((row) => row.asked === asked).map(({ source }) => source)
      return { asked: where(true), unasked: where(false) }
    },

    async listHeld(): Promise<HeldSource[]> {
      const { rows } = await db.execute<Omit<HeldSource, 'heldAt' | 'releasedAt'> & Instants>(sql`
        select source, held_at as "heldAt", released_at as "releasedAt", posts, doubted
        from held_sources join (
          select source, count(*)::int as posts, count(doubted_at)::int as doubted from held_posts group by source
        ) as counted using (source) order by posts desc, source`)
      return rows.map((row) => ({
        ...row,
        heldAt: new Date(row.heldAt),
        releasedAt: row.releasedAt === null ? null : new Date(row.releasedAt),
      }))
    },

    /** The next posts to ask about, the most recent posts first. */
    async listNext(source: string, doubtedBefore: Date, most: number): Promise<DuePost[]> {
      const { rows } = await db.execute<Omit<DuePost, 'doubtedAt'> & { doubtedAt: string | null }>(sql`
        select id::float8 as "postId", source_id as "sourceId", doubted_at as "doubtedAt" from held_posts
        where source = ${source} and (doubted_at is null or doubted_at < ${doubtedBefore})
        order by created_at desc, id desc limit ${most}`)
      return rows.map((row) => ({
        ...row,
        doubtedAt: row.doubtedAt === null ? null : new Date(row.doubtedAt),
      }))
    },

    /** Stores an unconfirmed report that posts were deleted. */
    async noteDoubt(postIds: readonly number[], now: Date): Promise<void> {
      await db.execute(sql`
        update held_posts set doubted_at = coalesce(doubted_at, ${now})
        where id = any(${sql.param(postIds)}::bigint[])`)
    },

    /**
     * The operator's press. Returns the number of released posts, or null if no post of this source is held
     * back.
     */
    async allowUnasked(source: string, now: Date, inside: Transaction): Promise<number | null> {
      const { rows } = await inside.execute<{ posts: number }>(sql`
        update ${heldSources} set released_at = ${now} where source = ${source} and released_at is null
          and exists (select from held_posts where held_posts.source = ${source})
        returning (select count(*)::int from held_posts where held_posts.source = ${source}) as posts`)
      return rows[0]?.posts ?? null
    },
  }
}

type Instants = { heldAt: string; releasedAt: string | null }
