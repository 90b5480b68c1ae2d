import type { WatchPlaces } from '#contract/watches.ts'
import { users } from '#server/database/account-schema.ts'
import { deleteInBatches, newsOfWatches } from '#server/database/delete-in-batches.ts'
import { and, eq, isNull, lt, sql } from '#server/database/drizzle.ts'
import { inTransaction, type Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { rateLimits, searchSessions } from '#server/database/search-schema.ts'
import { watches } from '#server/database/watch-schema.ts'
import type { PostQuery } from '#server/matching/post-query-rules.ts'
import { wordsVersion } from '#server/matching/searched-words.ts'
import { mostOn, type WatchesOn } from './watch-news-store.ts'

/** The query of a watch, and where it searches. */
type WatchedFor = { query: string; leastScore: number; matcher: PostQuery; looksIn: WatchPlaces }

export type WatchChange = Partial<WatchedFor> & {
  name?: string | undefined
  pausedAt?: Date | null
  deletedAt?: Date | null
  lookedUpTo?: number | undefined
  deliversOwn?: boolean | undefined
}

export type StoredWatch = {
  id: string
  name: string
  query: string
  leastScore: number
  looksIn: WatchPlaces
  deliversOwn: boolean
  isPaused: boolean
  /** The number of the watch among those of the account that are not paused, starting at 1. */
  place: number
  /** The number of active watches that the account may have. */
  most: number
  posts: number
  newPosts: number
  /** The number of new posts in all watches of the account. A post in several watches counts once. */
  newOfAll: number
  olderPosts: number
  lastFoundAt: Date | null
  createdAt: Date
}

/** A post or a row of own material. One of the two ids is null. */
type FoundNews = {
  number: number
  archiveId: number | null
  ownRowId: number | null
  foundAt: Date
  isNew: boolean
}

export type WatchStore = ReturnType<typeof makeWatchStore>

/** Whether rows of own material are included. They are shown to their owner, but not to programs. */
type Including = { ownRows: boolean }

/** Deleted posts are not shown in any watch. If an own row is deleted, it is also removed from watches. */
const isStored = ({ ownRows }: Including) => sql`(
  (${ownRows} and own_row_id is not null) or exists (select from archive_posts where archive_posts.id = post_id))`

/**
 * The number of new posts in all watches, read in one statement with the count of each watch, so that the
 * numbers agree.
 */
const newOfAll = (userId: string, including: Including) => sql`(
  select (count(distinct post_id) + count(distinct own_row_id))::int
  from watches join watch_posts on watch_id = watches.id
  where user_id = ${userId} and deleted_at is null and number > looked_number and ${isStored(including)})`

const olderRows = sql`greatest(0, own_older - own_older_looked)`

const listed = (userId: string, on: WatchesOn, including: Including) => sql`
  select watches.id, name, query, least_score as "leastScore", own_delivered as "deliversOwn",
    case when not own_material then 'posts' when public_posts then 'both' else 'own' end as "looksIn",
    paused_at is not null as "isPaused", ${mostOn(on)} as most, place::int,
    counted.posts::int as posts, counted.fresh::int as "newPosts", ${newOfAll(userId, including)} as "newOfAll",
    (greatest(0, older_posts - older_looked) + case when ${including.ownRows} then ${olderRows} else 0 end)::int
      as "olderPosts",
    date_part('epoch', counted.last) * 1000 as "lastFoundAt",
    date_part('epoch', watches.created_at) * 1000 as "createdAt"
  from (
    select watches.*, row_number() over (partition by user_id, paused_at is null order by created_at, id) as place
    from watches where deleted_at is null and user_id = ${userId}
  ) as watches
  join users on users.id = watches.user_id, lateral (
    select count(*) as posts, count(*) filter (where number > looked_number) as fresh, max(found_at) as last
    from watch_posts where watch_id = watches.id and ${isStored(including)}
  ) as counted order by watches.created_at, watches.id`

type Row = Omit<StoredWatch, 'lastFoundAt' | 'createdAt'> & { lastFoundAt: number | null; createdAt: number }

const readRow = ({ lastFoundAt, createdAt, ...row }: Row): StoredWatch => ({
  ...row,
  lastFoundAt: lastFoundAt === null ? null : new Date(lastFoundAt),
  createdAt: new Date(createdAt),
})

const own = (userId: string, id: string) => and(eq(watches.userId, userId), eq(watches.id, id))

/**
 * Concurrent changes to an account's watches run one after another, because each of them counts the watches.
 */
async function lockOwner(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
}

const countOf = (tx: Transaction, userId: string) =>
  tx.$count(watches, and(eq(watches.userId, userId), isNull(watches.deletedAt)))

/** The changed query applies from now on. Posts that have already arrived do not become new. */
const renewed = { revision: sql`${watches.revision} + 1`, since: sql`now()` }

const placesOf = (looksIn: WatchPlaces) => ({
  publicPosts: looksIn !== 'own',
  ownMaterial: looksIn !== 'posts',
})

function changesOf(changed: WatchChange) {
  const { query, leastScore, matcher, lookedUpTo, looksIn, deliversOwn, ...change } = changed
  return {
    ...change,
    ...(deliversOwn === undefined ? {} : { ownDelivered: deliversOwn }),
    ...(looksIn === undefined ? {} : placesOf(looksIn)),
    ...(query === undefined ? {} : { query }),
    ...(leastScore === undefined ? {} : { leastScore }),
    ...(matcher === undefined ? {} : { matcher, matcherVersion: wordsVersion, ...renewed }),
    ...(change.pausedAt === null || change.deletedAt === null ? { since: renewed.since } : {}),
    ...(lookedUpTo === undefined
      ? {}
      : {
          lookedNumber: sql`greatest(${watches.lookedNumber}, least(${lookedUpTo}::bigint,
            (select coalesce(max(number), 0) from watch_posts)))`,
          olderLooked: sql`${watches.olderPosts}`,
          ownOlderLooked: sql`${watches.ownOlder}`,
        }),
  }
}

function watchesOf(db: Database, on: WatchesOn) {
  return {
    on,

    async listWatches(userId: string, including: Including = { ownRows: true }): Promise<StoredWatch[]> {
      const { rows } = await db.execute<Row>(listed(userId, on, including))
      return rows.map(readRow)
    },

    /** Null if the account already has as many watches as its plan allows. */
    async createWatch(
      userId: string,
      { looksIn, ...watch }: WatchedFor & { name: string },
      most: number,
    ): Promise<string | null> {
      return inTransaction(db, async (tx) => {
        await lockOwner(tx, userId)
        if ((await countOf(tx, userId)) >= most) return null
        const [created] = await tx
          .insert(watches)
          .values({ userId, ...watch, ...placesOf(looksIn), matcherVersion: wordsVersion })
          .returning({ id: watches.id })
        return created?.id ?? null
      })
    },

    /** Returns false if the account has no such watch. */
    async changeWatch(userId: string, id: string, change: WatchChange): Promise<boolean> {
      const changed = await db
        .update(watches)
        .set(changesOf(change))
        .where(and(own(userId, id), isNull(watches.deletedAt)))
        .returning({ id: watches.id })
      return changed.length > 0
    },

    /** Restores a deleted watch. Returns `full` if the plan allows no further watch. */
    async restoreWatch(userId: string, id: string, most: number): Promise<'restored' | 'full' | 'unknown'> {
      return inTransaction(db, async (tx) => {
        await lockOwner(tx, userId)
        const [found] = await tx.select({ deletedAt: watches.deletedAt }).from(watches).where(own(userId, id))
        if (found === undefined) return 'unknown'
        if (found.deletedAt === null) return 'restored'
        if ((await countOf(tx, userId)) >= most) return 'full'
        await tx
          .update(watches)
          .set(changesOf({ deletedAt: null }))
          .where(own(userId, id))
        return 'restored'
      })
    },

    async deleteOlder(deletedBefore: Date, foundBefore: Date): Promise<void> {
      const isOld = lt(watches.deletedAt, deletedBefore)
      for (const { id } of await db.select({ id: watches.id }).from(watches).where(isOld))
        await deleteInBatches(db, newsOfWatches, sql`watch_id = ${id}`)
      await db.delete(watches).where(isOld)
      await deleteInBatches(db, newsOfWatches, sql`found_at < ${foundBefore}`)
    },
  }
}

/** The name under which `rate_limits` counts previews. */
const previewEndpoint = '/api/watches/preview'

type NewsRow = Omit<FoundNews, 'foundAt'> & { foundMs: number }

function asked(db: Database, on: WatchesOn) {
  return {
    /** The stored posts of a watch whose number is below `before`, newest first. */
    async listNews(
      watchId: string,
      { before, most, ownRows = true }: Partial<Including> & { before: number; most: number },
    ): Promise<FoundNews[]> {
      const { rows } = await db.execute<NewsRow>(sql`
        select number::float8 as number, post_id::float8 as "archiveId", own_row_id::float8 as "ownRowId",
          date_part('epoch', found_at) * 1000 as "foundMs", number > looked_number as "isNew"
        from watch_posts join watches on watches.id = watch_id
        where watch_id = ${watchId} and number < ${before} and ${isStored({ ownRows })}
        order by number desc limit ${most}`)
      return rows.map(({ foundMs, ...row }) => ({ ...row, foundAt: new Date(foundMs) }))
    },

    /** How many watches the account may have. */
    async findMost(userId: string): Promise<number> {
      const { rows } = await db.execute<{ most: number }>(sql`
        select ${mostOn(on)} as most from users where id = ${userId}`)
      return rows[0]?.most ?? 0
    },

    async findNews(watchId: string, { source, id }: { source: string; id: string }): Promise<number | null> {
      const { rows } = await db.execute<{ id: string }>(sql`
        select archive_posts.id from archive_posts join watch_posts on post_id = archive_posts.id
        where watch_id = ${watchId} and source = ${source} and source_id = ${id}`)
      return rows[0] === undefined ? null : Number(rows[0].id)
    },

    async listSearched(userId: string): Promise<string[]> {
      const rows = await db
        .selectDistinct({ keyword: searchSessions.keyword })
        .from(searchSessions)
        .where(eq(searchSessions.userId, userId))
      return rows.map(({ keyword }) => keyword)
    },

    /** Counts a preview. Returns the number of previews today, including this one. */
    async countPreview(userId: string, day: Date): Promise<number> {
      const [counted] = await db
        .insert(rateLimits)
        .values({
          identifier: `user:${userId}`,
          endpoint: previewEndpoint,
          bucketStart: day,
          requestCount: 1,
        })
        .onConflictDoUpdate({
          target: [rateLimits.identifier, rateLimits.endpoint, rateLimits.bucketStart],
          set: { requestCount: sql`${rateLimits.requestCount} + 1`, updatedAt: sql`now()` },
        })
        .returning({ count: rateLimits.requestCount })
      return counted?.count ?? 1
    },
  }
}

function outdated(db: Database) {
  return {
    /** Watches whose query an earlier version has parsed. */
    async listOutdated(most: number): Promise<{ id: string; query: string; revision: number }[]> {
      const { id, query, revision, matcherVersion } = watches
      return db
        .select({ id, query, revision })
        .from(watches)
        .where(lt(matcherVersion, wordsVersion))
        .limit(most)
    },

    /**
     * Does nothing if the owner has changed the watch in the meantime. Without `matcher`, the stored one is
     * kept.
     */
    async renewMatcher(renewing: { id: string; revision: number; matcher: PostQuery | null }): Promise<void> {
      const { id, revision, matcher } = renewing
      await db
        .update(watches)
        .set({
          matcherVersion: wordsVersion,
          ...(matcher === null ? {} : { matcher, revision: revision + 1 }),
        })
        .where(and(eq(watches.id, id), eq(watches.revision, revision)))
    },
  }
}

export function makeWatchStore(db: Database, on: WatchesOn) {
  return { ...watchesOf(db, on), ...asked(db, on), ...outdated(db) }
}
