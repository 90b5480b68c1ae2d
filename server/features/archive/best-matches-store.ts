import type { QueryConfig } from 'pg'
import { limits } from '#contract/limits.ts'
import { bandsBetween } from '#server/database/score-bands.ts'

/** What the posts of an answer have to hold, as tsqueries. */
export type MatchQuery = { words: string; titleWords: string; samples: boolean; limit: number }

export type RelatedQuery = Omit<MatchQuery, 'titleWords'> & {
  /** Posts that are in the answer already. */
  without: readonly number[]
}

const columns = `posts.id, source, source_id, url, upvotes, comments, posts.created_at, sample,
  posts.opportunity_score, scorer_version, card`

export const postsByIdStatement = `select ${columns} from posts where id = any($1::bigint[])`

/**
 * Every band through its own index, best first: the server stops as soon as the limit around it is full. The
 * bounds are written out, or the planner could not match the index. Where an index cannot tell (is it a phrase, is
 * it in the title?) the server looks at the post.
 */
function bands(words: string, most: string, where = ''): string {
  return bandsBetween(0, 100)
    .map(
      ({ from, below }) => `select * from (
        select id, opportunity_score, created_at, words from posts
        where opportunity_score >= ${from} and opportunity_score < ${below}
          and words @@ ${words}::tsquery and sample = $2
          ${where.replaceAll(':from', `${from}`).replaceAll(':below', `${below}`)}
        order by opportunity_score desc, created_at desc limit ${most}) as band_${from}`,
    )
    .join(' union all ')
}

/** Only where the title matches may rank among the best: up to `titleMatchPoints` below the last of a full list. */
const titleBand = `and (select lowest from floor) >= :from and (select lowest from floor) - ${limits.titleMatchPoints} < :below
  and opportunity_score <= (select lowest from floor)
  and opportunity_score >= (select lowest from floor) - ${limits.titleMatchPoints}
  and id not in (select id from best)`

/**
 * The best by score and the title matches just below them, which rank as if they had `titleMatchPoints` more.
 * A statement with a name is planned once a connection, which costs more than running it.
 */
export function bestStatement({ words, titleWords, samples, limit }: MatchQuery): QueryConfig {
  return {
    name: 'best_posts',
    text: `with best as materialized (
        select id, opportunity_score, created_at, words @@ $3::tsquery as in_title
        from (${bands('$1', '$4')} limit $4) as ordered
      ), floor as materialized (
        select case when count(*) = $4 then min(opportunity_score) end as lowest from best
      ), titles as (
        select id, opportunity_score, created_at, true as in_title
        from (${bands('($1::tsquery && $3::tsquery)', '$4', titleBand)} limit $4) as ordered
      ), ranked as (
        select * from (select * from best union all select * from titles) as found
        order by opportunity_score + case when in_title then ${limits.titleMatchPoints} else 0 end desc,
          created_at desc limit $4
      )
      select ${columns}, in_title from ranked join posts using (id)`,
    values: [words, samples, titleWords, limit],
  }
}

/** The best by score, without those that are in the answer already. */
export function relatedStatement({ words, samples, without, limit }: RelatedQuery): QueryConfig {
  return {
    name: 'related_posts',
    text: `with related as (
        select id from (${bands('$1', '$3', 'and id <> all($4::bigint[])')} limit $3) as ordered
      )
      select ${columns} from related join posts using (id)`,
    values: [words, samples, limit, without],
  }
}
