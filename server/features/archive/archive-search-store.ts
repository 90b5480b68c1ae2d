import pg from 'pg'
import type { archiveSources } from '#server/database/archive-schema.ts'
import type { Database } from '#server/database/open-database.ts'
import { connectionOf } from '#server/database/probe-database.ts'
import type { ArchivedPost, PostAttribution, PostReader, ScoreReasons } from '#server/ports.ts'
import type { PreparedTerms } from './archive-query-rules.ts'
import {
  type CandidateQuery,
  candidatesStatement,
  heldWordsStatement,
  postsByIdStatement,
} from './best-matches-store.ts'
import { type Candidate, type PackedCandidates, readCandidates } from './candidate-rows.ts'
import type { HeldWords } from './relevance-rules.ts'
import { shownOf } from './result-summary-rules.ts'
import { countedWord } from './searched-words-store.ts'

/** What of a keyword has to be looked up before it can be asked for. */
export type AskedPieces = {
  pieces: readonly string[]
  /** The form of each piece, '' where it has none. */
  forms: readonly string[]
  /** Other spellings, and at which piece. */
  spellings: readonly { piece: number; word: string }[]
  /** Words for what is meant. */
  senseWords: readonly string[]
}

/** As the database returns it: what cannot be a number in JavaScript is text. */
type PostRow = Omit<ArchivedPost, 'archiveId' | 'attribution' | 'createdAt' | 'signals'> & {
  id: string
  createdMs: number
  signals: string
  attribution: PostAttribution | null
  summary: string | null
}
type PlacedRow = HeldWords & { id: string }
type PreparedRow = {
  stems: string[]
  forms: (string | null)[]
  spelled: (string | null)[]
  senseWords: string[]
  held: Record<string, number> | null
  counted: number
}

function readPost({ id, createdMs, signals, attribution, summary, ...post }: PostRow): ArchivedPost {
  return {
    ...post,
    ...(summary === null ? {} : shownOf(JSON.parse(summary))),
    ...(attribution === null ? {} : { attribution }),
    archiveId: Number(id),
    createdAt: new Date(Math.round(createdMs)),
    signals: signals === '' ? [] : signals.split(','),
  }
}

const cancelAgainMs = 250

/** Over a connection of its own: all of the pool's may be in use by queries that have to be cancelled. */
async function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as { processID?: number }
  const canceller = new pg.Client(connectionOf(pool))
  // An error that nobody listens to ends the process.
  canceller.on('error', () => {})
  await canceller.connect()
  await canceller.query('select pg_cancel_backend($1)', [processID]).finally(() => canceller.end())
}

/** A query that the server stops when the signal aborts, so that no abandoned search holds a connection. */
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
    // A late cancel must not hit the next user of this connection.
    client.release(signal.aborted)
  }
}

export type SourceRow = typeof archiveSources.$inferSelect

const sourceColumns = `source, sample, posts, oldest_post_at as "oldestPostAt", newest_post_at as "newestPostAt",
  changed_at as "changedAt", other_languages as "otherLanguages"`

/** A word of the sense that more posts hold is no sign. */
const mostSenseShare = 0.02

/** $1: pieces, $2: forms, $3: other spellings, $4: words of the sense. Words that were counted come with how many posts hold them. */
const prepareStatement = `with asked as materialized (
    select array(select phraseto_tsquery('english', piece)::text
        from unnest($1::text[]) with ordinality as asked(piece, position) order by position) as stems,
      array(select (ts_lexize('english_stem', form))[1]
        from unnest($2::text[]) with ordinality as asked(form, position) order by position) as forms,
      array(select (ts_lexize('english_stem', spelling))[1]
        from unnest($3::text[]) with ordinality as asked(spelling, position) order by position) as spelled,
      tsvector_to_array(to_tsvector('english', $4)) as "senseWords",
      coalesce((select archive_words.posts from archive_words where word = '${countedWord}'), 0) as counted
  ), lexemes as (
    select unnest(tsvector_to_array(to_tsvector('english', array_to_string($1::text[], ' ')))) as word
    union select unnest(spelled) from asked
  )
  select ${sourceColumns}, stems, forms, spelled, counted,
    array(select word from unnest("senseWords") as word left join archive_words using (word)
      where coalesce(archive_words.posts, 0) <= ${mostSenseShare} * counted or counted = 0) as "senseWords",
    (select json_object_agg(word, archive_words.posts) from archive_words join lexemes using (word)
      where archive_words.posts > 0) as held
  from asked left join archive_sources on true`

/** What the archive holds of posts whose ids are known. */
const makePostReader = (db: Database): PostReader => ({
  /** Posts by id, in any order; ids that are gone are missing. */
  async listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]> {
    if (archiveIds.length === 0) return []
    const { rows } = await db.$client.query<PostRow>({
      name: 'posts_by_id',
      text: postsByIdStatement,
      values: [archiveIds],
    })
    return rows.map(readPost)
  },

  /** Whole texts by archive id; ids that are gone are missing. */
  async listTexts(archiveIds: readonly number[]): Promise<Map<number, string>> {
    if (archiveIds.length === 0) return new Map()
    const { rows } = await db.$client.query<{ id: string; selftext: string }>({
      name: 'texts_by_id',
      text: 'select id, selftext from posts where id = any($1::bigint[])',
      values: [archiveIds],
    })
    return new Map(rows.map((row) => [Number(row.id), row.selftext]))
  },

  /** Why posts have their scores, by archive id; ids that are gone are missing. */
  async listReasons(archiveIds: readonly number[]): Promise<Map<number, ScoreReasons>> {
    if (archiveIds.length === 0) return new Map()
    const { rows } = await db.$client.query<{ id: string } & ScoreReasons>({
      name: 'reasons_by_id',
      text: `select id, card::json->'evidence' as evidence, card::json->'base' as base
        from posts where id = any($1::bigint[])`,
      values: [archiveIds],
    })
    return new Map(rows.map(({ id, evidence, base }) => [Number(id), { evidence, base: base ?? undefined }]))
  },
})

export type ArchiveSearchStore = ReturnType<typeof makeArchiveSearchStore>

export function makeArchiveSearchStore(db: Database) {
  return {
    ...makePostReader(db),

    /** What every search needs first, in one trip: its keyword as the archive's lexemes, and what the archive holds. */
    async prepare(asked: AskedPieces): Promise<{ prepared: PreparedTerms; sources: SourceRow[] }> {
      const { rows } = await db.$client.query<PreparedRow & (SourceRow | { source: null })>({
        name: 'prepare_search',
        text: prepareStatement,
        values: [
          asked.pieces,
          asked.forms,
          asked.spellings.map(({ word }) => word),
          asked.senseWords.join(' '),
        ],
      })
      const [first] = rows
      const spelledAt = (piece: number) =>
        asked.spellings.flatMap((one, at) => (one.piece === piece ? (first?.spelled[at] ?? []) : []))
      return {
        prepared: {
          stems: first?.stems ?? [],
          forms: first?.forms ?? [],
          spellings: asked.pieces.map((_, at) => spelledAt(at)),
          posts: first?.held ?? {},
          counted: first?.counted ?? 0,
          senseWords: first?.senseWords ?? [],
        },
        sources: rows.flatMap((row) => (row.source === null ? [] : [row])),
      }
    },

    /** The candidates for an answer, unordered. */
    async listCandidates(query: CandidateQuery, signal: AbortSignal): Promise<Candidate[]> {
      const statement = candidatesStatement(query)
      const { rows } = await queryUntil<PackedCandidates>(db.$client, statement, signal)
      return rows.flatMap(readCandidates)
    },

    /** What ranks these posts; those that are gone are missing. */
    async listHeldWords(
      archiveIds: readonly number[],
      asked: Pick<CandidateQuery, 'lexemes' | 'forms' | 'senseWords'>,
    ): Promise<Candidate[]> {
      const { rows } = await db.$client.query<PlacedRow>(heldWordsStatement(archiveIds, asked))
      return rows.map(({ id, ...row }) => ({ ...row, archiveId: Number(id) }))
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
