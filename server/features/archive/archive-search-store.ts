import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '#server/database/open-database.ts'
import { archiveSources } from '#server/database/schema.ts'
import { bandsBetween } from '#server/database/score-bands.ts'
import type { ArchivedPost } from '#server/ports.ts'
import { readEvidence } from './evidence-rows.ts'

/** A match before its post is read. */
export type Match = { archiveId: number; score: number; inTitle: boolean }

export type MatchQuery = {
  /** A tsquery as text. */
  words: string
  /** The same words, all in the title. */
  titleWords: string
  /** A tsquery whose matches are left out, or null. */
  except: string | null
  onlyTitles: boolean
  lowest: number
  highest: number
  samples: boolean
  limit: number
}

const matchRow = z.object({ id: z.coerce.number(), score: z.int(), in_title: z.boolean() })
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
function bandSelect(query: MatchQuery, from: number, below: number): SQL {
  const except = query.except === null ? sql`` : sql`and not words @@ ${query.except}::tsquery`
  const titles = query.onlyTitles ? sql`and words @@ ${query.titleWords}::tsquery` : sql``
  return sql`select * from (select id, opportunity_score, words, created_at from posts
    where opportunity_score >= ${sql.raw(String(from))} and opportunity_score < ${sql.raw(String(below))}
    and words @@ ${query.words}::tsquery ${except} ${titles} and sample = ${query.samples}
    and opportunity_score between ${query.lowest} and ${query.highest}
    order by opportunity_score desc, created_at desc limit ${query.limit}) as ${sql.raw(`band_${from}`)}`
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
    createdAt: new Date(row.created_at),
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
      const { rows } = await db.execute<{ stems: string }>(
        sql`select phraseto_tsquery('english', piece)::text as stems
            from unnest(${sql.param(pieces)}::text[]) with ordinality as asked(piece, position) order by position`,
      )
      return rows.map((row) => row.stems)
    },

    /** The best matches by score. Bands are read from the top and only until the limit is full. */
    async listMatches(query: MatchQuery): Promise<Match[]> {
      const bands = bandsBetween(query.lowest, query.highest)
      const selects = bands.map((band) => bandSelect(query, band.from, band.below))
      const { rows } = await db.execute(
        sql`select id, opportunity_score as score, words @@ ${query.titleWords}::tsquery as in_title
            from (${sql.join(selects, sql` union all `)} limit ${query.limit}) as best`,
      )
      return z
        .parse(z.array(matchRow), rows)
        .map((row) => ({ archiveId: row.id, score: row.score, inTitle: row.in_title }))
    },

    /** Posts by id, in any order; ids that are gone are missing. */
    async listPosts(archiveIds: readonly number[]): Promise<ArchivedPost[]> {
      if (archiveIds.length === 0) return []
      const { rows } = await db.execute<PostRow>(
        sql`select id, source, source_id, community, title, selftext, url, upvotes, comments, created_at, sample,
              opportunity_score, scorer_version, signals, persona, evidence
            from posts where id = any(${sql.param(archiveIds)}::bigint[])`,
      )
      return rows.map(toArchivedPost)
    },

    /** What the archive holds, a row for each source; samples apart. */
    async listSources() {
      return db.select().from(archiveSources)
    },
  }
}
