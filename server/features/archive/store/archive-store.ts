import { createHash } from 'node:crypto'
import type { ScorablePost } from '#scoring/score-post.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction, type Statements, type Transaction } from '#server/database/in-transaction.ts'
import { announceWork } from '#server/database/listen-for-work.ts'
import { waitForPurges } from '#server/database/scan-schema.ts'
import { throwWriteError } from '#server/database/to-write-error.ts'
import type { StoredScore } from '#server/matching/result-summary-rules.ts'
import { storedIfEnglish, wordsVersion } from '#server/matching/searched-words.ts'
import type { Post } from '#server/source-ports.ts'
import {
  addArrivals,
  recountLanguages,
  recountSources,
  type SourceShare,
  subtractRemovals,
  touchSources,
} from './archive-sources-store.ts'
import { arrivalsWork } from './arrivals-store.ts'
import { releasePosts } from './held-posts-store.ts'
import { type SentColumns, scoreColumns, sentRows } from './scored-rows-store.ts'
import { type FoundForms, makeVectorBuilder, type VectorColumns } from './vector-builder-store.ts'

export type PostKey = { source: string; sourceId: string }
type ScoredPost = Post & StoredScore & FoundForms & { scorerVersion: string }

/** The stored state of a post, which shows whether another copy has changes. */
export type StoredPost = PostKey & {
  archiveId: number
  upvotes: number | null
  comments: number | null
  createdAt: Date
  scorerVersion: string
  textHash: string
}

/** The changes of one transaction. */
export type ArchiveChange = {
  /** New posts, and posts whose text has changed. */
  scored: readonly ScoredPost[]
  /** Posts of which only numbers have changed. */
  restated: readonly Post[]
  /** Posts that were deleted at their source. */
  deleted: readonly PostKey[]
  /** Whether the posts come from a search or a scan, not from a file. */
  live?: boolean
}

export type ArchiveStore = ReturnType<typeof makeArchiveStore>

/** A key of the text. Posts with equal keys have the same score. */
export const hashText = ({ title, selftext, community }: ScorablePost): string =>
  createHash('sha256').update([title, selftext, community].join('\u001f')).digest('hex')

/** The same key in SQL, for a stored row. */
export const textHash = sql`encode(sha256(convert_to(concat_ws(chr(31), title, selftext, community), 'UTF8')), 'hex')`

export function makeArchiveStore(db: Statements) {
  const vectors = makeVectorBuilder(db)

  return {
    /** The posts among these that are stored. Throws ArchiveWriteError. */
    async findStored(keys: readonly PostKey[]): Promise<StoredPost[]> {
      type StoredRow = Omit<StoredPost, 'archiveId' | 'createdAt'> & { id: string; createdAt: string }
      const finding = db.execute<StoredRow>(sql`
        select id, source, source_id as "sourceId", upvotes, comments, created_at as "createdAt",
          scorer_version as "scorerVersion", ${textHash} as "textHash"
        from archive_posts join ${keySet(keys)} using (source, source_id)`)
      const { rows } = await finding.catch(throwWriteError)
      return rows.map(({ id, createdAt, ...row }) => ({
        ...row,
        archiveId: Number(id),
        createdAt: new Date(createdAt),
      }))
    },

    /** The ids of all posts of a source. Only for small sources. */
    async listSourceIds(source: string): Promise<string[]> {
      const { rows } = await db.execute<{ source_id: string }>(
        sql`select source_id from archive_posts where source = ${source}`,
      )
      return rows.map((row) => row.source_id)
    },

    /**
     * Applies a change in one transaction. Does not store posts that were purged. Throws ArchiveWriteError.
     */
    async save({ scored, restated, deleted, live = false }: ArchiveChange) {
      const built = await vectors.build(scored).catch(throwWriteError)
      return inTransaction(db, async (tx) => {
        if (scored.length > 0) await tx.execute(waitForPurges)
        // The source has just shown these posts, so it need not be asked about them.
        const shown = live && scored.length > 0 ? await releasePosts(tx, heldOf(scored), new Date()) : []
        const saved =
          scored.length > 0 ? await upsertPosts(tx, { scored, vectors: built, live }) : nothingSaved
        const restatedCount = await restatePosts(tx, restated)
        const removed = await deletePosts(tx, deleted)
        await addArrivals(tx, [...shown, ...saved.arrivals])
        await touchSources(tx, [...saved.changed, ...(restatedCount > 0 ? restated : [])])
        await subtractRemovals(tx, removed.shares)
        const changedSamples = saved.changed.filter(({ sample }) => sample)
        await recountSources(tx, changedSamples)
        const { inserted, insertedIds } = saved
        return {
          inserted,
          insertedIds,
          updated: saved.updated + restatedCount,
          removed: removed.posts,
          /**
           * The number of posts that are not stored, because their source deleted them, the operator purged
           * them, or they are held back.
           */
          purged: scored.length - inserted - saved.updated,
        }
      }).catch(throwWriteError)
    },

    /** Counts posts in other languages again. */
    async countLanguages(): Promise<void> {
      await db.execute(recountLanguages)
    },

    /**
     * Called after many changes. Flushes the pending lists of the full-text indexes and updates the planner's
     * statistics.
     */
    async settle(): Promise<void> {
      await db.execute(sql`vacuum (analyze) archive_posts`)
      await db.execute(recountLanguages)
    },
  }
}

function keySet(keys: readonly PostKey[]) {
  const sources = keys.map((key) => key.source)
  const ids = keys.map((key) => key.sourceId)
  return sql`(select distinct * from unnest(${sql.param(sources)}::text[], ${sql.param(ids)}::text[])
    as given(source, source_id)) as wanted`
}

const heldOf = (posts: readonly PostKey[]) =>
  sql`select held_posts.id from held_posts join ${keySet(posts)} using (source, source_id)`

const nothingSaved = { inserted: 0, insertedIds: [], updated: 0, arrivals: [], changed: [] }

const columnOf = (type: string, write: (post: ScoredPost) => string | null) => ({ type, write })
const writtenNumber = (value: number | null) => (value === null ? null : String(value))

const postColumns: SentColumns<ScoredPost> = {
  source: columnOf('text', ({ source }) => source),
  source_id: columnOf('text', ({ sourceId }) => sourceId),
  community: columnOf('text', ({ community }) => community),
  title: columnOf('text', ({ title }) => title),
  selftext: columnOf('text', ({ selftext }) => selftext),
  url: columnOf('text', ({ url }) => url),
  upvotes: columnOf('integer', ({ upvotes }) => writtenNumber(upvotes)),
  comments: columnOf('integer', ({ comments }) => writtenNumber(comments)),
  created_at: columnOf('timestamptz', ({ createdAt }) => createdAt.toISOString()),
  sample: columnOf('boolean', ({ sample }) => String(sample)),
  scorer_version: columnOf('text', ({ scorerVersion }) => scorerVersion),
  attribution: columnOf('text', ({ attribution }) =>
    attribution === undefined ? null : JSON.stringify(attribution),
  ),
  ...scoreColumns,
}

type Upsert = { scored: readonly ScoredPost[]; vectors: VectorColumns; live: boolean }

/**
 * Writes rows in the order of their keys, so that concurrent imports of the same file cannot deadlock. Logs
 * the ids of inserted posts for followers.
 */
async function upsertPosts(tx: Transaction, { scored, vectors, live }: Upsert) {
  const { rows } = await tx.execute<SourceShare & { inserted: boolean; ids: string[] }>(sql`
    with saved as (
      insert into archive_posts as stored (source, source_id, community, title, selftext, url, upvotes, comments,
        created_at, sample, language, opportunity_score, scorer_version, signals, persona, summary, excerpt, excerpt_start,
        text_characters, reason, attribution, words, words_version)
      select source, source_id, community, title, selftext, url, upvotes, comments, created_at, sample,
        language, opportunity_score, scorer_version, signals, persona, summary, excerpt, excerpt_start,
        text_characters, reason, attribution,
        ${sql.raw(storedIfEnglish('language'))}, ${wordsVersion}::smallint
      from ${sentRows(scored, postColumns, vectors)}
      where not exists (
        select from tombstones as gone where gone.source = came.source and gone.source_id = came.source_id)
        and not exists (
          select from held_posts as held where held.source = came.source and held.source_id = came.source_id)
      order by source, source_id
      on conflict (source, source_id) do update set
        community = excluded.community, title = excluded.title, selftext = excluded.selftext,
        url = coalesce(excluded.url, stored.url), upvotes = coalesce(excluded.upvotes, stored.upvotes),
        comments = coalesce(excluded.comments, stored.comments), language = excluded.language, opportunity_score = excluded.opportunity_score,
        scorer_version = excluded.scorer_version, signals = excluded.signals, persona = excluded.persona,
        summary = excluded.summary, excerpt = excluded.excerpt, excerpt_start = excluded.excerpt_start,
        text_characters = excluded.text_characters, reason = excluded.reason, attribution = excluded.attribution,
        words = excluded.words, words_version = excluded.words_version,
        created_at = case when stored.sample then excluded.created_at else stored.created_at end
      returning xmax = 0 as inserted, id, source, sample, created_at
    ), arrived as (
      insert into arrivals (post_ids, live)
      select array_agg(id order by id), ${live}::boolean from saved where inserted having count(*) > 0
    )
    select inserted, source, sample, count(*)::integer as posts, min(created_at) as oldest, max(created_at) as newest,
      array_agg(id) as ids
    from saved group by inserted, source, sample`)
  const arrived = rows.filter((row) => row.inserted)
  const arrivals = arrived.map(({ source, sample, posts, oldest, newest }) => ({
    source,
    sample,
    posts,
    oldest,
    newest,
  }))
  const changed = rows.filter((row) => !row.inserted)
  const insertedIds = arrived.flatMap(({ ids }) => ids.map(Number))
  if (insertedIds.length > 0) await tx.execute(announceWork(arrivalsWork))
  return { inserted: insertedIds.length, insertedIds, updated: totalPosts(changed), arrivals, changed }
}

function totalPosts(shares: readonly SourceShare[]): number {
  return shares.reduce((sum, share) => sum + share.posts, 0)
}

async function restatePosts(tx: Transaction, restated: readonly Post[]): Promise<number> {
  if (restated.length === 0) return 0
  const numbers = JSON.stringify(restated, ['source', 'sourceId', 'upvotes', 'comments'])
  const { rowCount } = await tx.execute(sql`
    with found as (
      select id, came.upvotes, came.comments
      from json_to_recordset(${numbers}::json)
        as came(source text, "sourceId" text, upvotes integer, comments integer)
      join archive_posts on archive_posts.source = came.source and archive_posts.source_id = came."sourceId"
      order by archive_posts.source, archive_posts.source_id for update of archive_posts
    )
    update archive_posts as stored set upvotes = coalesce(found.upvotes, stored.upvotes),
      comments = coalesce(found.comments, stored.comments)
    from found where stored.id = found.id`)
  return rowCount ?? 0
}

type Deleted = { shares: SourceShare[]; posts: number }

async function deletePosts(tx: Transaction, keys: readonly PostKey[]): Promise<Deleted> {
  if (keys.length === 0) return { shares: [], posts: 0 }
  const { rowCount: held } = await tx.execute(sql`
    delete from held_posts using (${heldOf(keys)}) as gone where held_posts.id = gone.id`)
  const { rows } = await tx.execute<SourceShare>(sql`
    with found as (
      select id from archive_posts join ${keySet(keys)} using (source, source_id)
      order by source, source_id for update of archive_posts
    ), gone as (
      delete from archive_posts using found where archive_posts.id = found.id returning source, sample, created_at
    )
    select source, sample, count(*)::integer as posts, min(created_at) as oldest, max(created_at) as newest
    from gone group by source, sample`)
  return { shares: rows, posts: totalPosts(rows) + (held ?? 0) }
}
