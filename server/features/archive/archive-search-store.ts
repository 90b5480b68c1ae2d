import type pg from 'pg'
import type { Database } from '#server/database/open-database.ts'
import { archiveSources } from '#server/database/schema.ts'
import { bandsBetween, type ScoreBand } from '#server/database/score-bands.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { readEvidence } from './evidence-rows.ts'

/** A match before its post is read. */
export type Match = { archiveId: number; score: number; createdAt: Date; inTitle: boolean }

export type MatchQuery = {
  /** A tsquery as text that the index alone can answer. */
  words: string
  /** A tsquery that each candidate is checked for, or null. */
  check: string | null
  titleWords: string
  lowest: number
  highest: number
  samples: boolean
  limit: number
}

/**
 * Checking a post for a phrase or a title reads all of its words, so only the best of those that hold the
 * words are checked.
 */
export const mostCandidates = 20_000

type MatchRow = { id: string; score: number; created_at: Date; in_title: boolean }
type PostRow = {
  id: string
  source: string
  source_id: string
  community: string
  title: string
  selftext: string
  url: string | null
  upvotes: number | null
  comments: number | null
  created_at: Date
  sample: boolean
  opportunity_score: number
  scorer_version: string
  signals: ArchivedPost['signals']
  persona: string
  evidence: unknown
}

/** One band through its own index. The bounds are written out, or the planner could not match the index. */
function bandSelect({ from, below }: ScoreBand): string {
  return `select * from (select id, opportunity_score, words, created_at from posts
    where opportunity_score >= ${from} and opportunity_score < ${below}
    and words @@ $1::tsquery and sample = $3 and opportunity_score between $4 and $5
    order by opportunity_score desc, created_at desc limit $6) as band_${from}`
}

/**
 * A statement with a name is planned once a connection, which costs more than running it: there are a dozen
 * bands to plan for.
 */
function matchStatement(query: MatchQuery) {
  const bands = bandsBetween(query.lowest, query.highest)
  const { words, check, titleWords, samples, lowest, highest, limit } = query
  const candidates = check === null ? limit : mostCandidates
  return {
    name: `matches_${bands.at(0)?.from}_${bands.at(-1)?.from}${check === null ? '' : '_checked'}`,
    text: `select id, opportunity_score as score, created_at, words @@ $2::tsquery as in_title
      from (${bands.map(bandSelect).join(' union all ')} limit $6) as candidates
      ${check === null ? '' : 'where words @@ $8::tsquery'} limit $7`,
    values: [
      words,
      titleWords,
      samples,
      lowest,
      highest,
      candidates,
      limit,
      ...(check === null ? [] : [check]),
    ],
  }
}

/** A query that the server stops when the signal aborts, so that nobody's search holds a connection in vain. */
async function queryUntil<R extends pg.QueryResultRow>(
  pool: pg.Pool,
  statement: pg.QueryConfig,
  signal: AbortSignal,
): Promise<pg.QueryResult<R>> {
  const client = await pool.connect()
  const cancel = () => {
    const { processID } = client as { processID?: number }
    pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {})
  }
  signal.addEventListener('abort', cancel, { once: true })
  try {
    signal.throwIfAborted()
    return await client.query<R>(statement)
  } finally {
    signal.removeEventListener('abort', cancel)
    // A late cancel must not hit whoever would get this connection next.
    client.release(signal.aborted)
  }
}

function toArchivedPost(row: PostRow): ArchivedPost {
  return {
    archiveId: Number(row.id),
    source: row.source,
    sourceId: row.source_id,
    community: row.community,
    title: row.title,
    selftext: row.selftext,
    url: row.url,
    upvotes: row.upvotes,
    comments: row.comments,
    createdAt: row.created_at,
    sample: row.sample,
    opportunityScore: row.opportunity_score,
    scorerVersion: row.scorer_version,
    signals: row.signals,
    persona: row.persona,
    evidence: readEvidence(row.evidence),
  }
}

export type ArchiveSearchStore = ReturnType<typeof makeArchiveSearchStore>

export function makeArchiveSearchStore(db: Database) {
  return {
    /** Each piece of text as a tsquery of stems that follow each other; empty where only stop words are left. */
    async stem(pieces: readonly string[]): Promise<string[]> {
      const { rows } = await db.$client.query<{ stems: string }>({
        name: 'stem',
        text: `select phraseto_tsquery('english', piece)::text as stems
          from unnest($1::text[]) with ordinality as asked(piece, position) order by position`,
        values: [pieces],
      })
      return rows.map((row) => row.stems)
    },

    /** The best matches by score. Bands are read from the top and only until the limit is full. */
    async listMatches(query: MatchQuery, signal: AbortSignal): Promise<Match[]> {
      const { rows } = await queryUntil<MatchRow>(db.$client, matchStatement(query), signal)
      return rows.map((row) => ({
        archiveId: Number(row.id),
        score: row.score,
        createdAt: row.created_at,
        inTitle: row.in_title,
      }))
    },

    /** Whether more posts hold these words than are checked. */
    async hasMoreCandidates(words: string, samples: boolean): Promise<boolean> {
      const bands = bandsBetween(0, 100).map(
        ({ from, below }) => `select 1 from posts where opportunity_score >= ${from}
          and opportunity_score < ${below} and words @@ $1::tsquery and sample = $2`,
      )
      const { rowCount } = await db.$client.query({
        name: 'more_candidates',
        text: `select from (${bands.join(' union all ')}) as candidates limit 1 offset ${mostCandidates}`,
        values: [words, samples],
      })
      return rowCount === 1
    },

    /** Posts by id, in any order; ids that are gone are missing. */
    async listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]> {
      if (archiveIds.length === 0) return []
      const { rows } = await db.$client.query<PostRow>({
        name: 'posts_by_id',
        text: `select id, source, source_id, community, title, selftext, url, upvotes, comments, created_at, sample,
            opportunity_score, scorer_version, signals, persona, evidence
          from posts where id = any($1::bigint[])`,
        values: [archiveIds],
      })
      return rows.map(toArchivedPost)
    },

    /** What the archive holds, a row for each source; samples apart. */
    async listSources() {
      return db.select().from(archiveSources)
    },
  }
}
