import type { QueryFilters } from '#contract/query-filters.ts'

/** The limits of a search apart from its words. Communities are in lower case; null means all. */
export type PostLimits = { communities: readonly string[] | null; filters?: QueryFilters | undefined }

type Limit = { kind: string; sql: (parameter: string) => string; value: unknown }

function listLimits({ communities, filters = {} }: PostLimits): Limit[] {
  const { sources, notSources, signals, notSignals, after, before, leastScore } = filters
  const limits: Limit[] = [
    { kind: 'limited', sql: (at) => `lower(community) = any(${at}::text[])`, value: communities },
    { kind: 'sources', sql: (at) => `source = any(${at}::text[])`, value: sources },
    { kind: 'not-sources', sql: (at) => `source <> all(${at}::text[])`, value: notSources },
    { kind: 'signals', sql: (at) => `signals && ${at}::text[]`, value: signals },
    { kind: 'not-signals', sql: (at) => `not signals && ${at}::text[]`, value: notSignals },
    { kind: 'after', sql: (at) => `created_at >= ${at}::timestamptz`, value: after },
    { kind: 'before', sql: (at) => `created_at < ${at}::timestamptz`, value: before },
    { kind: 'score', sql: (at) => `opportunity_score >= ${at}::int`, value: leastScore },
  ]
  return limits.filter(({ value }) => value !== undefined && value !== null)
}

/**
 * The limits as SQL that can be appended to a condition. The number of its first parameter is `next`. The
 * name identifies this combination of limits, for named statements.
 */
export function limitClauses(limits: PostLimits, next: number) {
  const listed = listLimits(limits)
  return {
    name: listed.map(({ kind }) => ` ${kind}`).join(''),
    sql: listed.map(({ sql }, at) => ` and ${sql(`$${next + at}`)}`).join(''),
    values: listed.map(({ value }) => value),
  }
}

/** Selects which of these posts match. `words` is a tsquery; null accepts any words. */
export function matchingStatement(archiveIds: readonly number[], words: string | null, limits: PostLimits) {
  const within = limitClauses(limits, 3)
  return {
    name: `matching${within.name}`,
    text: `select id from archive_posts
      where id = any($1::bigint[]) and ($2::text is null or words @@ $2::tsquery)${within.sql}`,
    values: [archiveIds, words, ...within.values],
  }
}

/** Selects how many real posts match, and the ids of those with the highest scores. `words` is a tsquery. */
export function countStatement(
  { words, shown, ...limits }: PostLimits & { words: string; shown: number },
  bands: readonly { from: number; below: number }[],
) {
  const within = limitClauses(limits, 3)
  const each = bands.map(
    ({ from, below }) => `select id, opportunity_score, created_at from archive_posts
      where opportunity_score >= ${from} and opportunity_score < ${below}
        and words @@ $1::tsquery and not sample${within.sql}`,
  )
  return {
    name: `count ${bands.length}${within.name}`,
    text: `with found as materialized (${each.join(' union all ')})
      select count(*)::int as posts,
        array(select id::float8 from found order by opportunity_score desc, created_at desc, id limit $2::int) as best
      from found`,
    values: [words, shown, ...within.values],
  }
}
