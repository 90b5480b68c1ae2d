import type { QueryConfig } from 'pg'
import { limits } from '#contract/limits.ts'
import { bandsBetween } from '#server/database/score-bands.ts'

/** What the posts of an answer have to hold. */
export type MatchQuery = {
  /** A tsquery as text that the index alone can answer. */
  words: string
  /** A tsquery that each candidate is checked for, or null. */
  check: string | null
  titleWords: string
  samples: boolean
  limit: number
}

export type RelatedQuery = Omit<MatchQuery, 'titleWords'> & {
  /** Posts that are in the answer already. */
  without: readonly number[]
}

/**
 * Checking a post for a phrase or a title reads all of its words, so only the best of those that hold the
 * words are checked.
 */
export const mostCandidates = 20_000

const columns = `posts.id, source, source_id, community, title, url, upvotes, comments, posts.created_at, sample,
  posts.opportunity_score, scorer_version, signals, persona, evidence, excerpt, excerpt_start, text_characters`

export const postsByIdStatement = `select ${columns} from posts where id = any($1::bigint[])`

type Band = { where?: string; most: string }

/**
 * Every band through its own index, best first: the server stops as soon as the limit around it is full. The
 * bounds are written out, or the planner could not match the index.
 */
function bands({ where = '', most }: Band): string {
  return bandsBetween(0, 100)
    .map(
      ({ from, below }) => `select * from (
        select id, opportunity_score, created_at, words from posts
        where opportunity_score >= ${from} and opportunity_score < ${below}
          and words @@ $1::tsquery and sample = $2
          ${where.replaceAll(':from', `${from}`).replaceAll(':below', `${below}`)}
        order by opportunity_score desc, created_at desc limit ${most}) as band_${from}`,
    )
    .join(' union all ')
}

/**
 * The best candidates that pass a check. A candidate past the last one that is checked comes along to tell that it is
 * there.
 */
function checked(check: string): string {
  const most = mostCandidates + 1
  return `(select *, words @@ ${check} as holds from (
      select *, row_number() over () = ${most} as past from (${bands({ most: `${most}` })} limit ${most}) as ordered
    ) as numbered where past or words @@ ${check}) as candidates`
}

const unchecked = (most: string) =>
  `(select *, true as holds, false as past from (${bands({ most })} limit ${most}) as ordered) as candidates`

/** Only where the title matches may rank among the best: up to `titleMatchPoints` below the last of a full list. */
const titleBand = `and (select lowest from floor) >= :from and (select lowest from floor) - ${limits.titleMatchPoints} < :below
  and opportunity_score <= (select lowest from floor)
  and opportunity_score >= (select lowest from floor) - ${limits.titleMatchPoints}`

/**
 * The best by score and the title matches just below them, which rank as if they had `titleMatchPoints` more.
 * A statement with a name is planned once a connection, which costs more than running it.
 */
export function bestStatement({ words, check, titleWords, samples, limit }: MatchQuery): QueryConfig {
  return {
    name: check === null ? 'best_posts' : 'best_posts_checked',
    text: `with best as materialized (
        select id, opportunity_score, created_at, words @@ $3::tsquery as in_title, holds, past
        from ${check === null ? unchecked('$4') : checked('$5::tsquery')} limit $4
      ), floor as materialized (
        select case when count(*) = $4 then min(opportunity_score) end as lowest from best
      ), titles as (
        select id, opportunity_score, created_at, true as in_title, true as holds, false as past
        from (${bands({ where: titleBand, most: `${mostCandidates}` })} limit ${mostCandidates}) as below
        where words @@ $3::tsquery and id not in (select id from best) limit $4
      ), ranked as (
        select * from (select * from best union all select * from titles) as found
        order by opportunity_score + case when in_title then ${limits.titleMatchPoints} else 0 end desc,
          created_at desc limit $4
      )
      select ${columns}, in_title, holds, past from ranked join posts using (id)`,
    values: [words, samples, titleWords, limit, ...(check === null ? [] : [check])],
  }
}

/** The best by score, without those that are in the answer already. */
export function relatedStatement({ words, check, samples, without, limit }: RelatedQuery): QueryConfig {
  const found = check === null ? unchecked('($3 + cardinality($4::bigint[]))') : checked('$5::tsquery')
  return {
    name: check === null ? 'related_posts' : 'related_posts_checked',
    text: `with related as (
        select id from ${found} where holds and id <> all($4::bigint[]) limit $3
      )
      select ${columns}, false as in_title, true as holds, false as past from related join posts using (id)`,
    values: [words, samples, limit, without, ...(check === null ? [] : [check])],
  }
}
