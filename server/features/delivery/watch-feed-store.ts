import { watchFeeds } from '#server/database/delivery-schema.ts'
import { and, eq, isNull, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { watches } from '#server/database/watch-schema.ts'

/** The data of a feed that can be read without reading its posts. */
export type OpenFeed = {
  watchId: string
  name: string
  /** A number that changes when the scores of the feed's posts change. */
  postsVersion: number
  /** The feed's posts with their scores, newest first. Own rows are included if they may be sent. */
  news: { postId: number | null; ownRowId: number | null; version: string | null }[]
}

export type WatchFeedStore = ReturnType<typeof makeWatchFeedStore>

export function makeWatchFeedStore(db: Database) {
  const owned = (userId: string, watchId: string) =>
    and(eq(watches.id, watchId), eq(watches.userId, userId), isNull(watches.deletedAt))
  return {
    /** Undefined if the account has no such watch. Null if the watch has no feed. */
    async findToken(userId: string, watchId: string): Promise<string | null | undefined> {
      const rows = await db
        .select({ token: watchFeeds.token })
        .from(watches)
        .leftJoin(watchFeeds, eq(watchFeeds.watchId, watches.id))
        .where(owned(userId, watchId))
      return rows[0]?.token
    },

    /** The old token stops working. Returns false if the account has no such watch. */
    async saveToken(userId: string, watchId: string, token: string): Promise<boolean> {
      const { rowCount } = await db.execute(sql`
        insert into watch_feeds (watch_id, token) select id, ${token} from watches where ${owned(userId, watchId)}
        on conflict (watch_id) do update set token = excluded.token, created_at = now()`)
      return rowCount === 1
    },

    async revokeToken(userId: string, watchId: string): Promise<void> {
      await db.execute(sql`
        delete from watch_feeds using watches where watch_id = watches.id and ${owned(userId, watchId)}`)
    },

    /**
     * Null if the token is unknown or revoked. The statement avoids `exists`, because the server would then
     * read the ids of all posts first.
     */
    async findFeed(token: string, most: number): Promise<OpenFeed | null> {
      const { rows } = await db.$client.query<OpenFeed>({
        name: 'open feed',
        text: `select watches.id as "watchId", name, posts_version as "postsVersion", coalesce((
            select json_agg(json_build_object('postId', post_id, 'ownRowId', own_row_id, 'version', version) order by number desc)
            from (
              select number, post_id, own_row_id, own_row.scorer_version || ' ' || own_row.opportunity_score as version
              from watch_posts left join own_material as own_row on own_row.id = own_row_id
              where watch_id = watches.id and (
                post_id is not null and (select true from archive_posts where archive_posts.id = post_id)
                  and not exists (select from held_posts where held_posts.id = post_id)
                or own_row_id is not null and watches.own_material and own_delivered)
              order by number desc limit $2
            ) as newest), '[]') as news
          from watch_feeds join watches on watches.id = watch_id where token = $1 and deleted_at is null`,
        values: [token, most],
      })
      return rows[0] ?? null
    },
  }
}
