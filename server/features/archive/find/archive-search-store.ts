import pg from 'pg'
import { limits } from '#contract/limits.ts'
import { type archiveSources, bandsBetween } from '#server/database/archive-schema.ts'
import type { Database } from '#server/database/open-database.ts'
import { connectionOf } from '#server/database/probe-database.ts'
import type { PreparedTerms, RankedKeyword } from '#server/matching/keyword-rules.ts'
import type { MeantPost } from '#server/matching/relevance-rules.ts'
import { shownOf } from '#server/matching/result-summary-rules.ts'
import { asWords, countedWord } from '#server/matching/searched-words.ts'
import type { ArchivedPost, PostAttribution, PostDetails, PostReader } from '#server/source-ports.ts'
import {
  type Candidate,
  type CandidateLists,
  type CandidateQuery,
  candidatesStatement,
  featuresStatement,
  type MeaningQuery,
  meaningStatement,
  readCandidates,
} from './candidate-rows.ts'
import { countStatement, matchingStatement, type PostLimits } from './post-limit-rows.ts'

/** The parts of a keyword to look up before the search query. */
export type KeywordPieces = {
  pieces: readonly string[]
  /** The exact form of each piece; '' if it has none. */
  forms: readonly string[]
  /** Single words: other spellings of the keyword's words, and its quoted words. */
  spellings: readonly string[]
  /** Lexemes of sign words. */
  signs: readonly string[]
  /** The words of each sense as one text. */
  senses: readonly string[]
}

/** A row as the database returns it. Numbers that are too large for JavaScript are strings. */
type PostRow = Omit<ArchivedPost, 'archiveId' | 'attribution' | 'createdAt' | 'signals'> & {
  id: string
  createdMs: number
  signals: string
  attribution: PostAttribution | null
  summary: string | null
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

/**
 * Uses a connection of its own, because all pooled ones may be in use by queries that have to be cancelled.
 */
async function cancelBackend(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as { processID?: number }
  const canceller = new pg.Client(connectionOf(pool))
  // An error event without a listener would end the process.
  canceller.on('error', () => {})
  await canceller.connect()
  await canceller.query('select pg_cancel_backend($1)', [processID]).finally(() => canceller.end())
}

/**
 * Runs a query that the server cancels when the signal aborts, so that an abandoned search keeps no
 * connection.
 */
async function queryUntil<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect()
  let isOver = false
  // Repeated, because a cancel request has no effect before the query has started, and a connection may not
  // be available.
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
    // A late cancel request must not cancel a query of the next user of this connection.
    client.release(signal.aborted)
  }
}

export const communityKey = (source: string, community: string) => `${source} ${community}`

export type SourceRow = typeof archiveSources.$inferSelect

const sourceColumns = `source, sample, posts, oldest_post_at as "oldestPostAt", newest_post_at as "newestPostAt",
  changed_at as "changedAt", other_languages as "otherLanguages"`

/** A word of a sense is ignored if more than this share of all posts contains it. */
const mostSenseShare = 0.02

/**
 * $1: pieces, $2: forms, $3: other spellings, $4: words of each sense, $5: sign words. Words that were
 * counted are returned with their number of posts.
 */
const prepareStatement = `with given as materialized (
    select array(select phraseto_tsquery('english', ${asWords('piece')})::text
        from unnest($1::text[]) with ordinality as given(piece, position) order by position) as stems,
      array(select (ts_lexize('english_stem', form))[1]
        from unnest($2::text[]) with ordinality as given(form, position) order by position) as forms,
      array(select (ts_lexize('english_stem', spelling))[1]
        from unnest($3::text[]) with ordinality as given(spelling, position) order by position) as spellings,
      array(select to_tsvector('english', sense) from unnest($4::text[]) with ordinality as given(sense, position)
        order by position) as senses,
      coalesce((select archive_words.posts from archive_words where word = '${countedWord}'), 0) as "countedPosts"
  ), lexemes as (
    select unnest(tsvector_to_array(to_tsvector('english', ${asWords("array_to_string($1::text[], ' ')")}))) as word
    union select unnest(spellings) from given
    union select unnest($5::text[])
  )
  select ${sourceColumns}, stems, forms, spellings, "countedPosts",
    array(select (select coalesce(json_object_agg(word, coalesce(archive_words.posts, 0)), '{}')
        from unnest(tsvector_to_array(sense)) as word left join archive_words using (word)
        where coalesce(archive_words.posts, 0) <= ${mostSenseShare} * "countedPosts" or "countedPosts" = 0)
      from unnest(senses) with ordinality as read(sense, position) order by position) as senses,
    coalesce((select json_object_agg(word, archive_words.posts) from archive_words join lexemes using (word)
      where archive_words.posts > 0), '{}') as "wordPosts"
  from given left join archive_sources on true`

/**
 * Selects the formats that can be parsed fastest. With other formats, parsing the lists and instants of a
 * hundred rows would take longer than everything else. Older versions stored rows without excerpts. For these
 * rows the summaries are read.
 */
const postColumns = `source, source_id as "sourceId", community, title, url, upvotes, comments,
    date_part('epoch', created_at) * 1000 as "createdMs", sample, opportunity_score as "opportunityScore",
    scorer_version as "scorerVersion", array_to_string(signals, ',') as signals, persona, excerpt,
    excerpt_start as "excerptStart", text_characters as "textCharacters", reason, attribution::json as attribution,
    case when excerpt is null then summary end as summary`

function makePostReader(db: Database): PostReader {
  async function listById<R>(archiveIds: readonly number[], name: string, columns: string) {
    if (archiveIds.length === 0) return []
    const text = `select id, ${columns} from archive_posts where id = any($1::bigint[])`
    return (await db.$client.query<R & { id: string }>({ name, text, values: [archiveIds] })).rows
  }
  return {
    async listPosts(archiveIds) {
      return (await listById<PostRow>(archiveIds, 'posts_by_id', postColumns)).map(readPost)
    },

    async listTexts(archiveIds) {
      const rows = await listById<{ selftext: string }>(archiveIds, 'texts_by_id', 'selftext')
      return new Map(rows.map(({ id, selftext }) => [Number(id), selftext]))
    },

    async listDetails(archiveIds) {
      const columns = "selftext, summary::json->'evidence' as evidence, summary::json->'base' as base"
      const rows = await listById<PostDetails>(archiveIds, 'details_by_id', columns)
      return new Map(rows.map(({ id, base, ...row }) => [Number(id), { ...row, base: base ?? undefined }]))
    },
  }
}

const bands = bandsBetween(0, 100)
const potentialBands = bandsBetween(limits.potentialScore, 100)
/** Every band from this score on is read completely. */
export const meantScore = potentialBands.at(-1)?.from ?? limits.potentialScore

export type ArchiveSearchStore = ReturnType<typeof makeArchiveSearchStore>

function makeCountReader(db: Database) {
  return {
    /** The share of business posts, only for communities in which this share is high. */
    async listBusinessShares(): Promise<Map<string, number>> {
      const { rows } = await db.$client.query<{ source: string; community: string; share: number }>({
        name: 'business_shares',
        text: "select source, community, business_share as share from archive_communities where source <> ''",
      })
      return new Map(rows.map(({ source, community, share }) => [communityKey(source, community), share]))
    },

    /** The counts of the archive, one row per source. Samples have rows of their own. */
    async listSources(): Promise<SourceRow[]> {
      const { rows } = await db.$client.query<SourceRow>({
        name: 'archive_sources',
        text: `select ${sourceColumns} from archive_sources`,
      })
      return rows
    },
  }
}

export function makeArchiveSearchStore(db: Database) {
  return {
    ...makePostReader(db),
    ...makeCountReader(db),

    /**
     * The first query of every search. In one round trip, it returns the lexemes of the keyword and the
     * counts of the archive.
     */
    async prepare(given: KeywordPieces): Promise<{ prepared: PreparedTerms; sources: SourceRow[] }> {
      const { rows } = await db.$client.query<PreparedTerms & (SourceRow | { source: null })>({
        name: 'prepare_search',
        text: prepareStatement,
        values: [given.pieces, given.forms, given.spellings, given.senses, given.signs],
      })
      const [prepared] = rows
      if (prepared === undefined) throw new Error('A keyword was not read')
      return { prepared, sources: rows.flatMap((row) => (row.source === null ? [] : [row])) }
    },

    /** The candidates of a search in no particular order. */
    async listCandidates(query: CandidateQuery, signal: AbortSignal): Promise<Candidate[]> {
      const statement = candidatesStatement(query, bands)
      const { rows } = await queryUntil<CandidateLists>(db.$client, statement, signal)
      return rows.flatMap(readCandidates)
    },

    /** Posts that may be results for the sense of the keyword, in no particular order. */
    async listMeant(query: MeaningQuery, signal: AbortSignal): Promise<MeantPost[]> {
      if (query.words === '') return []
      const { rows } = await queryUntil<{ posts: MeantPost[] | null }>(
        db.$client,
        meaningStatement(query, potentialBands),
        signal,
      )
      return rows[0]?.posts ?? []
    },

    /** The ranking features of these posts. Deleted posts are missing. */
    async listFeatures(archiveIds: readonly number[], keyword: RankedKeyword): Promise<Candidate[]> {
      const { rows } = await db.$client.query<CandidateLists>(featuresStatement(archiveIds, keyword))
      return rows.flatMap(readCandidates)
    },

    /** Filters posts: returns the ones that match. `words` is a tsquery; null accepts any words. */
    async filterMatching(archiveIds: readonly number[], words: string | null, limits: PostLimits) {
      const { rows } = await db.$client.query<{ id: string }>(matchingStatement(archiveIds, words, limits))
      return new Set(rows.map(({ id }) => Number(id)))
    },

    /** How many real posts match, and the best of them. */
    async countMatching(
      query: PostLimits & { words: string; shown: number },
      signal: AbortSignal,
    ): Promise<{ posts: number; best: number[] }> {
      const within = bandsBetween(query.filters?.leastScore ?? 0, 100)
      const statement = countStatement(query, within)
      const { rows } = await queryUntil<{ posts: number; best: number[] }>(db.$client, statement, signal)
      return rows[0] ?? { posts: 0, best: [] }
    },

    /** The communities among these (in lower case) that have no posts. Reads all posts. */
    async listUnknownCommunities(names: readonly string[], signal: AbortSignal): Promise<string[]> {
      const statement = {
        text: `select name from unnest($1::text[]) as name where name <> all (array(
          select distinct lower(community) from archive_posts where lower(community) = any($1::text[])))`,
        values: [names],
      }
      const { rows } = await queryUntil<{ name: string }>(db.$client, statement, signal)
      return rows.map(({ name }) => name)
    },
  }
}
