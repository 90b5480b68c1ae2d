import { sql } from '#server/database/drizzle.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import { announceWork } from '#server/database/listen-for-work.ts'
import { newsLock, newsWork } from '#server/database/watch-schema.ts'
import { makeBreather } from '#server/matching/make-breather.ts'
import type { PostQuery, QueriedPost } from '#server/matching/post-query-rules.ts'
import { readWords } from '#server/matching/post-query-rules.ts'

/**
 * An active watch with the fields that are needed for matching. `key` changes when the query of the watch
 * changes.
 */
export type ActiveWatch = { id: string; key: string; since: Date }

export type WatchQuery = { id: string; query: PostQuery }

export type ArrivedPost = QueriedPost & { archiveId: number; storedAt: Date }

/** A post that a watch matches. */
export type News = { watchId: string; archiveId: number }

/**
 * The number of active watches that an account may have on each plan. The oldest watches are active; the
 * others are paused.
 */
export type WatchesOn = { free: number; pro: number }

export type WatchNewsStore = ReturnType<typeof makeWatchNewsStore>

/** The maximum number of active watches of an account, as SQL over `users`. */
export const mostOn = ({ free, pro }: WatchesOn) => sql`
  coalesce(most_watches, case when subscription_tier = 'pro' then ${pro}::int else ${free}::int end)`

/** Active watches. `place` is the number of a watch among those of its account that are not paused. */
export const activeWatches = (on: WatchesOn) => sql`
  select ranked.* from (
    select watches.*, row_number() over (partition by user_id order by created_at, id) as place
    from watches where deleted_at is null and paused_at is null
  ) as ranked join users on users.id = user_id
  where place <= ${mostOn(on)}`

/**
 * The communities of a watch in lower case, including those of the owner's lists; null means all communities.
 */
const communities = sql`
  case when matcher->'communities' is not null then array(
    select distinct coalesce(lower(listed), written)
    from json_array_elements_text(matcher->'communities') as given(written)
    left join community_lists as list on list.user_id = active.user_id and list.name = written
    left join lateral unnest(list.communities) as listed on true order by 1
  ) end`

type MatcherRow = { id: string; matcher: PostQuery; leastScore: number; communities: string[] | null }

function readQuery({ id, matcher, leastScore, communities }: MatcherRow): WatchQuery {
  const { communities: _, filters = {}, ...words } = matcher
  const least = Math.max(leastScore, filters.leastScore ?? 0)
  return {
    id,
    query: {
      ...words,
      ...(communities === null ? {} : { communities }),
      filters: { ...filters, leastScore: least },
    },
  }
}

type PostRow = Omit<ArrivedPost, 'words' | 'archiveId'> & { id: string; words: string }

const watchIdsOf = (news: readonly News[]) => sql.param(news.map(({ watchId }) => watchId))
const postIdsOf = (news: readonly News[]) => sql.param(news.map(({ archiveId }) => archiveId))

/** Finds the watches that match new posts, in the transaction that also records which posts were read. */
export function makeWatchNewsStore(db: Statements, on: WatchesOn) {
  return {
    async listActive(): Promise<ActiveWatch[]> {
      const { rows } = await db.execute<{ id: string; key: string; since: string }>(sql`
        select id, since, revision || ' ' || coalesce(md5(${communities}::text), '') as key
        from (${activeWatches(on)}) as active where public_posts`)
      return rows.map(({ id, key, since }) => ({ id, key, since: new Date(since) }))
    },

    async listQueries(ids: readonly string[]): Promise<WatchQuery[]> {
      const { rows } = await db.execute<MatcherRow>(sql`
        select id, matcher, least_score as "leastScore", ${communities} as communities
        from watches as active where id = any(${sql.param(ids)}::uuid[])`)
      return rows.map(readQuery)
    },

    /** The posts in English with these ids, without sample posts. Deleted posts are missing. */
    async readPosts(archiveIds: readonly number[]): Promise<ArrivedPost[]> {
      const { rows } = await db.execute<Record<keyof PostRow, unknown>>(sql`
        select id, words::text as words, source, lower(community) as community, signals,
          opportunity_score as "opportunityScore",
          date_part('epoch', created_at) * 1000 as "createdAt", date_part('epoch', stored_at) * 1000 as "storedAt"
        from archive_posts
        where id = any(${sql.param(archiveIds)}::bigint[]) and not sample and language is null order by id`)
      const breathe = makeBreather()
      const posts: ArrivedPost[] = []
      for (const { id, words, createdAt, storedAt, ...post } of rows as PostRow[]) {
        await breathe()
        posts.push({
          ...post,
          archiveId: Number(id),
          words: readWords(words),
          createdAt: new Date(createdAt),
          storedAt: new Date(storedAt),
        })
      }
      return posts
    },

    /** Stores which posts are new in which watches. A post is new in each watch only once. */
    async addNews(news: readonly News[]): Promise<void> {
      if (news.length === 0) return
      await db.execute(sql`select pg_advisory_xact_lock(${newsLock})`)
      await db.execute(sql`
        insert into watch_posts (watch_id, post_id)
        select watch_id, post_id from unnest(${watchIdsOf(news)}::uuid[], ${postIdsOf(news)}::bigint[])
          as matched(watch_id, post_id)
        where exists (select from watches where id = watch_id for key share)
          and exists (select from archive_posts where id = post_id)
        order by post_id, watch_id on conflict do nothing`)
      await db.execute(announceWork(newsWork))
    },

    /** Counts matching posts that were written long ago. */
    async countOlder(news: readonly News[]): Promise<void> {
      if (news.length === 0) return
      await db.execute(sql`
        with counted as (
          select watch_id, count(*)::int as posts from unnest(${watchIdsOf(news)}::uuid[]) as matched(watch_id)
          group by 1
        ), locked as (
          select id, posts from watches join counted on watch_id = id order by id for no key update of watches
        )
        update watches set older_posts = older_posts + posts from locked where locked.id = watches.id`)
    },
  }
}

/** Removes from all watches the posts that their source has deleted. */
export async function dropNews(
  inside: Statements,
  keys: readonly { source: string; sourceId: string }[],
): Promise<void> {
  await inside.execute(sql`
    delete from watch_posts using archive_posts
    join unnest(${sql.param(keys.map(({ source }) => source))}::text[],
      ${sql.param(keys.map(({ sourceId }) => sourceId))}::text[]) as gone(source, source_id) using (source, source_id)
    where watch_posts.post_id = archive_posts.id`)
}
