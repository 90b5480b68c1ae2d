import { sql } from '#server/database/drizzle.ts'
import type { Transaction } from '#server/database/in-transaction.ts'

/** The posts of one source that a transaction adds or removes. Instants are in PostgreSQL's format. */
export type SourceShare = { source: string; sample: boolean; posts: number; oldest: string; newest: string }
type SourceKey = { source: string; sample: boolean }

// Every writer takes these row locks last and in a fixed order, and keeps them only until it commits.

/** A source may occur several times, for example with posts that were released and with new ones. */
export async function addArrivals(tx: Transaction, arrivals: readonly SourceShare[]): Promise<void> {
  if (arrivals.length === 0) return
  await tx.execute(sql`
    insert into archive_sources as stored (source, sample, posts, oldest_post_at, newest_post_at, changed_at)
    select source, sample, sum(posts), min(oldest), max(newest), clock_timestamp()
    from json_to_recordset(${JSON.stringify(arrivals)}::json)
      as came(source text, sample boolean, posts integer, oldest timestamptz, newest timestamptz)
    group by source, sample order by source, sample
    on conflict (source, sample) do update set
      posts = stored.posts + excluded.posts,
      oldest_post_at = least(stored.oldest_post_at, excluded.oldest_post_at),
      newest_post_at = greatest(stored.newest_post_at, excluded.newest_post_at),
      changed_at = greatest(stored.changed_at, clock_timestamp())`)
}

/** Marks these sources as changed although their number of posts is the same. */
export async function touchSources(tx: Transaction, keys: readonly SourceKey[]): Promise<void> {
  for (const { source, sample } of inOrder(keys)) {
    await tx.execute(sql`
      update archive_sources set changed_at = greatest(changed_at, clock_timestamp())
      where source = ${source} and sample = ${sample}`)
  }
}

/**
 * Subtracts removed posts. If necessary, finds the oldest and newest date again. Dates are compared while the
 * rows are locked, so that changes of earlier writers are visible.
 */
export async function subtractRemovals(tx: Transaction, removals: readonly SourceShare[]): Promise<void> {
  for (const { source, sample, posts, oldest, newest } of inOrder(removals)) {
    const { rows } = await tx.execute<{ edge: boolean }>(sql`
      update archive_sources set posts = posts - ${posts},
        changed_at = greatest(changed_at, clock_timestamp())
      where source = ${source} and sample = ${sample}
      returning ${oldest}::timestamptz <= oldest_post_at or ${newest}::timestamptz >= newest_post_at as edge`)
    if (rows[0]?.edge !== true) continue
    await tx.execute(sql`
      update archive_sources set oldest_post_at = coalesce(found.oldest, oldest_post_at),
        newest_post_at = coalesce(found.newest, newest_post_at)
      from (select min(created_at) as oldest, max(created_at) as newest
            from archive_posts where source = ${source} and sample = ${sample}) as found
      where source = ${source} and sample = ${sample}`)
  }
}

/**
 * Recounts small sources. The counts are exact even with concurrent writers: this function counts committed
 * changes, and other writers add their changes when the lock is released.
 */
export async function recountSources(tx: Transaction, keys: readonly SourceKey[]): Promise<void> {
  for (const { source, sample } of inOrder(keys)) {
    await tx.execute(sql`
      select from archive_sources where source = ${source} and sample = ${sample} for update`)
    await tx.execute(sql`
      update archive_sources set posts = counted.posts, changed_at = greatest(changed_at, clock_timestamp()),
        oldest_post_at = coalesce(counted.oldest, oldest_post_at),
        newest_post_at = coalesce(counted.newest, newest_post_at)
      from (select count(*)::integer as posts, min(created_at) as oldest, max(created_at) as newest
            from archive_posts where source = ${source} and sample = ${sample}) as counted
      where source = ${source} and sample = ${sample}`)
  }
}

/**
 * Counts the posts in other languages with an index that contains only these posts. It runs periodically, and
 * the number is exact at the time of counting.
 */
export const recountLanguages = sql`
  update archive_sources set other_languages = counted.posts,
    changed_at = greatest(changed_at, clock_timestamp())
  from (
    select archive_sources.source, archive_sources.sample, count(language)::integer as posts
    from archive_sources left join archive_posts
      on archive_posts.source = archive_sources.source and archive_posts.sample = archive_sources.sample
        and language is not null
    group by archive_sources.source, archive_sources.sample
  ) as counted
  where archive_sources.source = counted.source and archive_sources.sample = counted.sample
    and other_languages <> counted.posts`

function inOrder<K extends SourceKey>(keys: readonly K[]): K[] {
  const distinct = new Map(keys.map((key) => [`${key.source} ${key.sample}`, key]))
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key)
}
