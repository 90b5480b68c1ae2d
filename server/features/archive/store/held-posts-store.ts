import { archivePosts, heldPosts } from '#server/database/archive-schema.ts'
import { getTableColumns, type SQL, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'
import { waitForPurges } from '#server/database/scan-schema.ts'
import { addArrivals, recountSources, type SourceShare } from './archive-sources-store.ts'

/** The columns that posts have in both tables. */
const columns = sql.raw(
  Object.values(getTableColumns(archivePosts))
    .map(({ name }) => `"${name}"`)
    .join(', '),
)

/** Moves posts out of the archive without updating the counts. `held` selects their `id` and `live`. */
async function holdPosts(tx: Transaction, held: SQL): Promise<void> {
  await tx.execute(sql`
    insert into held_posts (${columns}, live)
    select ${columns}, held.live from archive_posts join (${held}) as held using (id)
    order by id on conflict do nothing`)
  await tx.execute(sql`
    delete from archive_posts using held_posts where held_posts.id = archive_posts.id`)
  await tx.execute(sql`
    delete from post_checks using held_posts where held_posts.id = post_checks.post_id`)
}

/**
 * Moves held posts back under their old ids, so that rows that refer to them are valid again. `checkedAt` is
 * the time at which their source showed them. It is null if the source was not asked; the posts are then due
 * for a check.
 */
export async function releasePosts(
  tx: Transaction,
  which: SQL,
  checkedAt: Date | null,
): Promise<SourceShare[]> {
  const { rows } = await tx.execute<SourceShare>(sql`
    with released as (
      delete from ${heldPosts} using (${which}) as chosen where held_posts.id = chosen.id returning held_posts.*
    ), back as (
      insert into archive_posts (${columns}) overriding system value
      select ${columns} from released where not exists (
        select from tombstones where tombstones.source = released.source
          and tombstones.source_id = released.source_id)
      order by source, source_id
      on conflict do nothing returning id, source, sample, created_at
    ), checked as (
      insert into post_checks (post_id, source, live, checked_at)
      select released.id, released.source, live, coalesce(${checkedAt}::timestamptz, stored_at)
      from released join back using (id)
      on conflict (post_id) do update set checked_at = excluded.checked_at, doubted_at = null
    )
    select source, sample, count(*)::integer as posts, min(created_at) as oldest, max(created_at) as newest
    from back group by source, sample`)
  return rows
}

/** Restored posts that may have been purged after their backup was made. */
export function makeHeldPostsStore(db: Statements) {
  return {
    /**
     * Moves posts out of the archive and counts their sources again. `held` selects their `id` and `live`.
     */
    async hold(held: SQL, sources: readonly string[]): Promise<void> {
      await inTransaction(db, async (tx) => {
        await holdPosts(tx, held)
        await recountSources(
          tx,
          sources.map((source) => ({ source, sample: false })),
        )
      })
    },

    /** Moves these posts back into the archive with `releasePosts`. */
    async release(ids: readonly number[], checkedAt: Date | null): Promise<void> {
      await inTransaction(db, async (tx) => {
        await tx.execute(waitForPurges)
        const chosen = sql`select unnest(${sql.param(ids)}::bigint[]) as id`
        await addArrivals(tx, await releasePosts(tx, chosen, checkedAt))
      })
    },
  }
}
