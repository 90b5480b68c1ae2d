import { sql } from '#server/database/drizzle.ts'
import type { Database } from '#server/database/open-database.ts'
import type { Spending } from './call-budget-rules.ts'
import { type SpendingRow, spendingOf } from './call-budget-store.ts'

export type SourceFiguresStore = ReturnType<typeof makeSourceFiguresStore>

type Counted = { name: string; count: number }

export function makeSourceFiguresStore(db: Database) {
  const countBy = async (query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<Counted>(query)
    return new Map(rows.map(({ name, count }) => [name, count]))
  }

  return {
    /** The number of posts by source (by URL for feeds), and the number of overdue deletion checks. */
    async readFigures(overdueBefore: Date) {
      const [posts, feedPosts, overdue] = await Promise.all([
        countBy(
          sql`select source as name, sum(posts)::int as count from archive_sources where not sample group by 1`,
        ),
        countBy(sql`
          select address as name, count(*)::int as count from feed_items
          join archive_posts on archive_posts.source = 'feed' and archive_posts.source_id = feed_items.source_id
          group by 1`),
        countBy(sql`
          select source as name, count(*)::int as count from post_checks
          where live and checked_at < ${overdueBefore} group by 1`),
      ])
      return { posts, feedPosts, overdue }
    },

    /** The calls in the last minute by budget. */
    async listSpending(now: Date): Promise<Map<string, Spending>> {
      const { rows } = await db.execute<SpendingRow & { name: string }>(sql`
        select substr(identifier, 8) as name, endpoint as kind,
          floor(extract(epoch from bucket_start) * 1000)::float8 as at, request_count as calls
        from rate_limits where identifier like 'source:%'`)
      const bySource = Map.groupBy(rows, ({ name }) => name)
      return new Map([...bySource].map(([name, own]) => [name, spendingOf(own, now.getTime())]))
    },
  }
}
