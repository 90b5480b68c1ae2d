import pg from 'pg'
import { connectionOf } from '#server/database/connection-of.ts'
import type { Database } from '#server/database/open-database.ts'
import type { archiveSources } from '#server/database/schema.ts'
import type { ArchivedPost } from '#server/ports.ts'
import {
  bestStatement,
  type MatchQuery,
  postsByIdStatement,
  type RelatedQuery,
  relatedStatement,
} from './best-matches-store.ts'

export type BestPost = { post: ArchivedPost; inTitle: boolean }

type PostRow = {
  id: string
  source: string
  source_id: string
  url: string | null
  upvotes: number | null
  comments: number | null
  created_at: Date
  sample: boolean
  opportunity_score: number
  scorer_version: string
  card: string
}
type BestRow = PostRow & { in_title: boolean }

const cancelAgainMs = 250

/** Over a connection of its own: those of the pool may all be in use by what has to be cancelled. */
async function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as { processID?: number }
  const canceller = new pg.Client(connectionOf(pool))
  // An error that nobody listens to ends the process.
  canceller.on('error', () => {})
  await canceller.connect()
  await canceller.query('select pg_cancel_backend($1)', [processID]).finally(() => canceller.end())
}

/** A query that the server stops when the signal aborts, so that nobody's search holds a connection in vain. */
async function queryUntil<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect()
  let isOver = false
  // A cancel that the server gets before it has begun the query does nothing, nor one that finds no connection.
  const cancel = async () => {
    while (!isOver) {
      await cancelBackend(pool, client).catch(() => {})
      await new Promise((resolve) => setTimeout(resolve, cancelAgainMs).unref())
    }
  }
  const onAbort = () => void cancel()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    return await client.query<R>(statement)
  } finally {
    isOver = true
    signal.removeEventListener('abort', onAbort)
    // A late cancel must not hit whoever would get this connection next.
    client.release(signal.aborted)
  }
}

function toArchivedPost(row: PostRow): ArchivedPost {
  return {
    archiveId: Number(row.id),
    source: row.source,
    sourceId: row.source_id,
    url: row.url,
    upvotes: row.upvotes,
    comments: row.comments,
    createdAt: row.created_at,
    sample: row.sample,
    opportunityScore: row.opportunity_score,
    scorerVersion: row.scorer_version,
    card: row.card,
  }
}

export type SourceRow = typeof archiveSources.$inferSelect

const sourceColumns = `source, sample, posts, oldest_post_at as "oldestPostAt", newest_post_at as "newestPostAt",
  changed_at as "changedAt"`

export type ArchiveSearchStore = ReturnType<typeof makeArchiveSearchStore>

export function makeArchiveSearchStore(db: Database) {
  return {
    /**
     * What every search needs first, in one trip: each piece of its keyword as a tsquery of stems that follow
     * each other, empty where only stop words are left, and what the archive holds.
     */
    async prepare(pieces: readonly string[]): Promise<{ stems: string[]; sources: SourceRow[] }> {
      const { rows } = await db.$client.query<{ stems: string[] } & (SourceRow | { source: null })>({
        name: 'prepare_search',
        text: `select ${sourceColumns}, array(
            select phraseto_tsquery('english', piece)::text
            from unnest($1::text[]) with ordinality as asked(piece, position) order by position
          ) as stems
          from (values (1)) as always(one) left join archive_sources on true`,
        values: [pieces],
      })
      return {
        stems: rows[0]?.stems ?? [],
        sources: rows.flatMap((row) => (row.source === null ? [] : [row])),
      }
    },

    /** The best posts with all the words, in any order, title matches ranked higher. */
    async listBest(query: MatchQuery, signal: AbortSignal): Promise<BestPost[]> {
      const { rows } = await queryUntil<BestRow>(db.$client, bestStatement(query), signal)
      return rows.map((row) => ({ post: toArchivedPost(row), inTitle: row.in_title }))
    },

    /** The best posts with most of the words, in any order. */
    async listRelated(query: RelatedQuery, signal: AbortSignal): Promise<ArchivedPost[]> {
      const { rows } = await queryUntil<PostRow>(db.$client, relatedStatement(query), signal)
      return rows.map(toArchivedPost)
    },

    /** Posts by id, in any order; ids that are gone are missing. */
    async listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]> {
      if (archiveIds.length === 0) return []
      const { rows } = await db.$client.query<PostRow>({
        name: 'posts_by_id',
        text: postsByIdStatement,
        values: [archiveIds],
      })
      return rows.map(toArchivedPost)
    },

    /** Whole texts by archive id; ids that are gone are missing. */
    async listTexts(archiveIds: readonly number[]): Promise<Map<number, string>> {
      const { rows } = await db.$client.query<{ id: string; selftext: string }>({
        text: 'select id, selftext from posts where id = any($1::bigint[])',
        values: [archiveIds],
      })
      return new Map(rows.map((row) => [Number(row.id), row.selftext]))
    },

    /** What the archive holds, a row for each source; samples apart. */
    async listSources(): Promise<SourceRow[]> {
      const { rows } = await db.$client.query<SourceRow>({
        name: 'archive_sources',
        text: `select ${sourceColumns} from archive_sources`,
      })
      return rows
    },
  }
}
