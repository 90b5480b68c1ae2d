import { sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'
import { announceWork } from '#server/database/listen-for-work.ts'
import type { Database } from '#server/database/open-database.ts'
import { ownRowsWork } from '#server/database/own-schema.ts'
import { newsLock, newsWork } from '#server/database/watch-schema.ts'
import { makeBreather } from '#server/matching/make-breather.ts'
import {
  type PostQuery,
  type QueriedPost,
  queryOfWords,
  readWords,
} from '#server/matching/post-query-rules.ts'
import { activeWatches, type WatchesOn } from './watch-news-store.ts'

/**
 * A watch that searches its owner's own material. Here, names after `in:` are groups or collections and not
 * lists.
 */
type OwnWatch = { id: string; since: Date; query: PostQuery }

type ArrivedRow = QueriedPost & { rowId: number }

/** The next rows of a collection that were not yet matched with the owner's watches. */
type OwnArrivals = { arrivedAt: Date; watches: readonly OwnWatch[]; rows: readonly ArrivedRow[] }

/** A row that a watch matches. */
type OwnNews = { watchId: string; rowId: number }

/** The rows that match: new ones, and those that were written long ago. */
export type MatchedRows = { fresh: OwnNews[]; older: OwnNews[] }

export type OwnNewsStore = ReturnType<typeof makeOwnNewsStore>

/** The number of rows per batch. The words of all these rows are in memory at the same time. */
const rowsAtOnce = 500

type WatchRow = { id: string; sinceMs: number; matcher: PostQuery; leastScore: number }

async function listOwnWatches(tx: Transaction, on: WatchesOn, userId: string): Promise<OwnWatch[]> {
  const { rows } = await tx.execute<WatchRow>(sql`
    select id, date_part('epoch', since) * 1000 as "sinceMs", matcher, least_score as "leastScore"
    from (${activeWatches(on)}) as active where user_id = ${userId} and own_material order by id`)
  return rows.map(({ id, sinceMs, matcher, leastScore }) => {
    const { filters = {} } = matcher
    const least = Math.max(leastScore, filters.leastScore ?? 0)
    return { id, since: new Date(sinceMs), query: { ...matcher, filters: { ...filters, leastScore: least } } }
  })
}

type CollectionRow = { userId: string; name: string; watchedTo: string; arrivedMs: number }
type MaterialRow = Omit<ArrivedRow, 'words' | 'rowId' | 'createdAt'> & {
  id: string
  words: string
  createdMs: number
}

/** Rows in English, in a form that can be matched with watches. */
async function readRows(tx: Transaction, id: string, { name, watchedTo }: CollectionRow) {
  const { rows } = await tx.execute<MaterialRow>(sql`
    select id, words::text as words, lower(community) as community, opportunity_score as "opportunityScore",
      array(select json_array_elements_text(summary::json->'signals')) as signals,
      date_part('epoch', created_at) * 1000 as "createdMs"
    from own_material where collection_id = ${id} and id > ${watchedTo} and language is null
    order by id limit ${rowsAtOnce}`)
  const breathe = makeBreather()
  const read: ArrivedRow[] = []
  for (const { id: rowId, words, createdMs, ...row } of rows) {
    await breathe()
    read.push({
      ...row,
      source: 'own',
      collection: name.toLowerCase(),
      rowId: Number(rowId),
      words: readWords(words),
      createdAt: new Date(createdMs),
    })
  }
  return read
}

const idsOf = (news: readonly OwnNews[]) => sql`
  ${sql.param(news.map(({ watchId }) => watchId))}::uuid[], ${sql.param(news.map(({ rowId }) => rowId))}::bigint[]`

async function saveNews(tx: Transaction, { fresh, older }: MatchedRows): Promise<void> {
  if (fresh.length > 0) {
    await tx.execute(sql`select pg_advisory_xact_lock(${newsLock})`)
    await tx.execute(sql`
      insert into watch_posts (watch_id, own_row_id)
      select watch_id, row_id from unnest(${idsOf(fresh)}) as matched(watch_id, row_id)
      where exists (select from watches where id = watch_id for key share)
      order by row_id, watch_id on conflict do nothing`)
    await tx.execute(announceWork(newsWork))
  }
  if (older.length > 0)
    await tx.execute(sql`
      update watches set own_older = own_older + counted.rows
      from (select watch_id, count(*)::int as rows from unnest(${idsOf(older)}) as matched(watch_id, row_id) group by 1)
        as counted where watches.id = counted.watch_id`)
}

function following(db: Database, on: WatchesOn) {
  return {
    announcedAs: ownRowsWork,

    /** The collections with rows that were not matched yet, and their owners. */
    async listToMatch(): Promise<{ id: string; userId: string }[]> {
      const { rows } = await db.execute<{ id: string; userId: string }>(sql`
        select id, user_id as "userId" from own_collections where state = 'ready' and not is_watched order by id limit 200`)
      return rows
    },

    /**
     * Matches the next rows of a collection, only with the watches of its owner. The position is updated in
     * the same transaction, so each row is matched once. Returns false if no rows are left.
     */
    async matchNext(id: string, match: (arrived: OwnArrivals) => Promise<MatchedRows>): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const { rows: found } = await tx.execute<CollectionRow>(sql`
          select user_id as "userId", name, watched_to as "watchedTo",
            date_part('epoch', coalesce(ready_at, created_at)) * 1000 as "arrivedMs"
          from own_collections where id = ${id} and state = 'ready' and not is_watched for update`)
        const [collection] = found
        if (collection === undefined) return false
        const watches = await listOwnWatches(tx, on, collection.userId)
        const rows = watches.length === 0 ? [] : await readRows(tx, id, collection)
        const last = rows.at(-1)
        if (last === undefined) {
          await tx.execute(sql`update own_collections set is_watched = true where id = ${id}`)
          return false
        }
        await saveNews(tx, await match({ arrivedAt: new Date(collection.arrivedMs), watches, rows }))
        await tx.execute(sql`update own_collections set watched_to = ${last.rowId} where id = ${id}`)
        return true
      })
    },
  }
}

/** SQL that is true if a row of `own_material`, joined with its `collection`, matches a query. */
function findsRow({ communities, filters = {} }: PostQuery, words: string) {
  const { sources, notSources, signals, notSignals, after, before, leastScore = 0 } = filters
  const named = (names: readonly string[]) => sql`${sql.param(names)}::text[]`
  const signalsOfRow = sql`array(select json_array_elements_text(summary::json->'signals'))`
  const leavesOut = notSources?.includes('own') === true || sources?.includes('own') === false
  return sql`words @@ ${words}::tsquery and language is null and not ${leavesOut}
    and opportunity_score >= ${leastScore}
    and ${communities === undefined ? sql`true` : sql`(lower(community) = any(${named(communities)}) or lower(collection.name) = any(${named(communities)}))`}
    and ${after === undefined ? sql`true` : sql`own_material.created_at >= ${after}::timestamptz`}
    and ${before === undefined ? sql`true` : sql`own_material.created_at < ${before}::timestamptz`}
    and ${signals === undefined ? sql`true` : sql`${signalsOfRow} && ${named(signals)}`}
    and ${notSignals === undefined ? sql`true` : sql`not ${signalsOfRow} && ${named(notSignals)}`}`
}

/** The rows that watches found in own material. Every query filters by owner. */
function found(db: Statements) {
  return {
    /** How many rows of an account match a query; null if the query contains nothing that can be searched. */
    async countRows(userId: string, query: PostQuery): Promise<number | null> {
      const words = queryOfWords(query)
      if (words === null) return null
      const { rows } = await db.execute<{ rows: number }>(sql`
        select count(*)::int as rows from own_material
        join own_collections as collection on collection.id = collection_id
        where user_id = ${userId} and ${findsRow(query, words)}`)
      return rows[0]?.rows ?? 0
    },

    /** Whether a watch has found a row. */
    async hasRow(watchId: string, rowId: string): Promise<boolean> {
      const { rows } = await db.execute(sql`
        select from watch_posts where watch_id = ${watchId} and own_row_id = ${rowId}`)
      return rows.length > 0
    },
  }
}

export function makeOwnNewsStore(db: Database, on: WatchesOn) {
  return { ...following(db, on), ...found(db) }
}
