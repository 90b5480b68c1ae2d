import { sql } from 'drizzle-orm'
import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import type { Database } from '#server/database/open-database.ts'
import { touchSources } from './archive-sources-store.ts'
import { inTransaction } from './archive-transaction-store.ts'
import { writeEvidence } from './evidence-rows.ts'

type OldScore = ScorablePost & { id: string; source: string; sample: boolean }

export type RescoreStore = ReturnType<typeof makeRescoreStore>

export function makeRescoreStore(db: Database) {
  return {
    /** How many posts another version of the scorer scored. */
    async countOld(scorerVersion: string): Promise<number> {
      const { rows } = await db.execute<{ posts: string }>(
        sql`select count(*) as posts from posts where scorer_version <> ${scorerVersion}`,
      )
      return Number(rows[0]?.posts ?? 0)
    },

    /** Scores the next posts after an id, in one transaction. Returns null when there are none. */
    async rescoreAfter(
      afterId: number,
      {
        limit,
        scorerVersion,
        scorePost,
      }: { limit: number; scorerVersion: string; scorePost: (post: ScorablePost) => PostScore },
    ): Promise<{ lastId: number; posts: number } | null> {
      return inTransaction(db, async (tx) => {
        const { rows } = await tx.execute<OldScore>(sql`
          select id, source, sample, title, selftext, community from posts
          where id > ${afterId} and scorer_version <> ${scorerVersion} order by id limit ${limit} for update`)
        const last = rows.at(-1)
        if (last === undefined) return null
        const scored = rows.map(({ id, title, selftext, community }) => {
          const score = scorePost({ title, selftext, community })
          return { id, ...score, evidence: writeEvidence(score.evidence) }
        })
        await tx.execute(sql`
          update posts set opportunity_score = came."opportunityScore", signals = came.signals,
            persona = came.persona, evidence = came.evidence, scorer_version = ${scorerVersion}
          from json_to_recordset(${JSON.stringify(scored)}::json) as came(
            id bigint, "opportunityScore" smallint, signals text[], persona text, evidence json)
          where posts.id = came.id`)
        await touchSources(tx, rows)
        return { lastId: Number(last.id), posts: rows.length }
      })
    },
  }
}
