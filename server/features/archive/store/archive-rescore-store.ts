import type { ScorablePost } from '#scoring/score-post.ts'
import { sql } from '#server/database/drizzle.ts'
import { inTransaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { throwWriteError } from '#server/database/to-write-error.ts'
import type { StoredScore } from '#server/matching/result-summary-rules.ts'
import { storedIfEnglish, wordsVersion } from '#server/matching/searched-words.ts'
import { touchSources } from './archive-sources-store.ts'
import { hashText, textHash } from './archive-store.ts'
import { columnsWithin, type SentColumns, scoreColumns, sentRows } from './scored-rows-store.ts'
import { makeVectorBuilder } from './vector-builder-store.ts'

/** A post that another version of the scorer has scored. */
export type OldScore = ScorablePost & { id: string; source: string; sample: boolean }
export type NewScore = { post: OldScore; score: StoredScore }

/** Whether a post was scored by another version, indexed by an older one, or stored without an excerpt. */
const isOld = (scorerVersion: string) =>
  sql`(scorer_version <> ${scorerVersion} or words_version < ${wordsVersion} or archive_posts.excerpt is null)`

const rescoreColumns: SentColumns<NewScore> = {
  id: { type: 'bigint', write: ({ post }) => post.id },
  hash: { type: 'text', write: ({ post }) => hashText(post) },
  ...columnsWithin(scoreColumns, ({ score }: NewScore) => score),
}

export type RescoreStore = ReturnType<typeof makeRescoreStore>

export function makeRescoreStore(db: Database) {
  const vectors = makeVectorBuilder(db)
  return {
    /** The number of posts that an older version scored or indexed. */
    async countOld(scorerVersion: string): Promise<number> {
      const { rows } = await db.execute<{ posts: string }>(
        sql`select count(*) as posts from archive_posts where ${isOld(scorerVersion)}`,
      )
      return Number(rows[0]?.posts ?? 0)
    },

    /** The next of these old posts after an id. Throws ArchiveWriteError. */
    async listOld(scorerVersion: string, afterId: number, limit: number): Promise<OldScore[]> {
      const listing = db.execute<OldScore>(sql`
        select id, source, sample, title, selftext, community from archive_posts
        where id > ${afterId} and ${isOld(scorerVersion)} order by id limit ${limit}`)
      const { rows } = await listing.catch(throwWriteError)
      return rows
    },

    /**
     * Writes scores in one transaction. Skips posts whose text has changed in the meantime or that another
     * process has rescored. Returns how many. Throws ArchiveWriteError.
     */
    async saveScores(scorerVersion: string, scores: readonly NewScore[]): Promise<number> {
      const vectorPosts = scores.map(({ post, score }) => ({ ...post, language: score.language ?? null }))
      const built = await vectors.build(vectorPosts).catch(throwWriteError)
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<{ source: string; sample: boolean }>(sql`
          with came as (
            select * from ${sentRows(scores, rescoreColumns, built)}
          ), same as (
            select archive_posts.id from archive_posts join came using (id)
            where ${isOld(scorerVersion)} and came.hash = ${textHash}
            order by archive_posts.id for update of archive_posts
          )
          update archive_posts set opportunity_score = came.opportunity_score, signals = came.signals,
            persona = came.persona, summary = came.summary, excerpt = came.excerpt, excerpt_start = came.excerpt_start,
            text_characters = came.text_characters, reason = came.reason, scorer_version = ${scorerVersion},
            language = came.language,
            words = ${sql.raw(storedIfEnglish('came.language'))}, words_version = ${wordsVersion}
          from same join came using (id) where archive_posts.id = same.id
          returning archive_posts.source, archive_posts.sample`)
        await touchSources(tx, rows)
        return rows.length
      }).catch(throwWriteError)
    },

    /** Frees the space of replaced rows for later rows (vacuum). */
    async freeRoom(): Promise<void> {
      await db.execute(sql`vacuum archive_posts`)
    },
  }
}
