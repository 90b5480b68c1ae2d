import type { AdminStats } from '#contract/admin-overview.ts'
import { users } from '#server/database/account-schema.ts'
import { desc, eq, sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import { pickColumns } from '#server/database/pick-columns.ts'
import { searchSessions } from '#server/database/search-schema.ts'

export type StatTotals = Omit<AdminStats, 'averageResultsPerSearch' | 'timeZone'>

/** `users` and `pro` are the counts at the end of the day. */
export type DayCounts = {
  day: string
  searches: number
  results: number
  signUps: number
  users: number
  pro: number
}

/**
 * The start of the current day, week or month in the time zone. It is a subquery, so that it is computed only
 * once.
 */
const startOf = (unit: 'day' | 'week' | 'month') =>
  `(select date_trunc('${unit}', $1::timestamptz at time zone $2) at time zone $2)`

const since = (unit: 'day' | 'week' | 'month') =>
  `coalesce(sum(searches) filter (where quarter_start >= ${startOf(unit)}), 0)::float8`

/**
 * The days up to today, each with its counts. Changes before the first day are added up as starting values.
 */
const countedDays = `
  with days as (
    select day::date, day at time zone $2 as start
    from generate_series(
      date_trunc('day', $1::timestamptz at time zone $2) - interval '1 day' * ($3::integer - 1),
      date_trunc('day', $1::timestamptz at time zone $2), interval '1 day') day
  ), before as (
    select coalesce(sum(users_change), 0) as users, coalesce(sum(pro_change), 0) as pro
    from quarter_hour_counts where quarter_start < (select min(start) from days)
  ), counted as (
    select (quarter_start at time zone $2)::date as day, sum(searches) as searches, sum(results) as results,
      sum(sign_ups) as sign_ups, sum(users_change) as users, sum(pro_change) as pro
    from quarter_hour_counts where quarter_start >= (select min(start) from days) group by 1
  )
  select to_char(days.day, 'YYYY-MM-DD') as day,
    coalesce(searches, 0)::float8 as searches, coalesce(results, 0)::float8 as results,
    coalesce(sign_ups, 0)::float8 as "signUps",
    (before.users + sum(coalesce(counted.users, 0)) over running)::float8 as users,
    (before.pro + sum(coalesce(counted.pro, 0)) over running)::float8 as pro
  from days cross join before left join counted on counted.day = days.day
  window running as (order by days.day)
  order by days.day`

/** Older hours are not part of any chart or month that is shown. */
const compactedAfterDays = 100

/**
 * Merges rows, so that few are read: first the rows of different connections for one quarter hour, later all
 * rows of a day. Later counts add new rows.
 */
const compaction = `
  with gone as (
    delete from quarter_hour_counts
    where (connection <> 0 and quarter_start < $1::timestamptz - interval '1 hour')
      or (quarter_start < $1::timestamptz - interval '${compactedAfterDays} days'
        and quarter_start <> date_trunc('day', quarter_start, 'UTC'))
    returning *
  ), compacted as (
    select case when quarter_start < $1::timestamptz - interval '${compactedAfterDays} days'
        then date_trunc('day', quarter_start, 'UTC') else quarter_start end as quarter_start,
      sum(searches) as searches, sum(results) as results, sum(sign_ups) as sign_ups,
      sum(users_change) as users_change, sum(pro_change) as pro_change
    from gone group by 1
  )
  insert into quarter_hour_counts as stored
    (quarter_start, connection, searches, results, sign_ups, users_change, pro_change)
  select quarter_start, 0, searches, results, sign_ups, users_change, pro_change
  from compacted order by quarter_start
  on conflict (quarter_start, connection) do update set
    searches = stored.searches + excluded.searches, results = stored.results + excluded.results,
    sign_ups = stored.sign_ups + excluded.sign_ups,
    users_change = stored.users_change + excluded.users_change,
    pro_change = stored.pro_change + excluded.pro_change`

/** Statistics from counts that triggers update, without reading accounts or searches. */
export function makeActivityStore(db: Database) {
  return {
    async readTotals(now: Date, timeZone: string): Promise<StatTotals> {
      const { rows } = await db.$client.query<StatTotals>({
        text: `select coalesce(sum(sign_ups), 0)::float8 as "totalUsers", coalesce(sum(pro_change), 0)::float8 as "proUsers",
          coalesce(sum(searches), 0)::float8 as "totalSearches", coalesce(sum(results), 0)::float8 as "totalResults",
          ${since('day')} as "searchesToday", ${since('week')} as "searchesThisWeek", ${since('month')} as "searchesThisMonth"
          from quarter_hour_counts`,
        values: [now, timeZone],
      })
      const [totals] = rows
      if (totals === undefined) throw new Error('A sum over all counts gave no row')
      return totals
    },

    async readDays(now: Date, timeZone: string, days: number): Promise<DayCounts[]> {
      const values = [now, timeZone, days]
      return (await db.$client.query<DayCounts>(countedDays, values)).rows
    },

    async compactCounts(now: Date): Promise<void> {
      await db.$client.query(compaction, [now])
    },

    /**
     * Lists the searches, newest first, that are older than the entry `before`. The list is empty if that
     * entry no longer exists.
     */
    async listSearches(limit: number, before: string | null) {
      const earlier = sql`(${searchSessions.createdAt}, ${searchSessions.id}) <
        (select created_at, id from search_sessions where id = ${before})`
      return db
        .select({
          ...pickColumns(searchSessions, 'id', 'keyword', 'resultsCount', 'ipAddress', 'createdAt'),
          user: { id: users.id, email: users.email, subscriptionTier: users.subscriptionTier },
        })
        .from(searchSessions)
        .leftJoin(users, eq(users.id, searchSessions.userId))
        .where(before === null ? undefined : earlier)
        .orderBy(desc(searchSessions.createdAt), desc(searchSessions.id))
        .limit(limit)
    },
  }
}
