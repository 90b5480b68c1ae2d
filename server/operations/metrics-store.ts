import type { Database } from '#server/database/open-database.ts'

export type MetricsStore = ReturnType<typeof makeMetricsStore>

/** Metrics from the database, which cover all instances together. */
export function makeMetricsStore({ $client: pool }: Pick<Database, '$client'>) {
  const readQueue = async <T extends object>(text: string): Promise<T[]> => {
    const found = await pool.query<{ there: boolean }>(
      `select to_regclass('pgboss.job') is not null as there`,
    )
    // The table of jobs does not exist before the first job.
    if (found.rows[0]?.there !== true) return []
    return (await pool.query<T>(text)).rows
  }
  return {
    readJobs: () =>
      readQueue<{ queue: string; state: string; jobs: number }>(
        `select name as queue, state::text as state, count(*)::int as jobs from pgboss.job group by 1, 2 order by 1, 2`,
      ),

    /** Jobs that are scheduled for later do not count. */
    readOldestJobs: () =>
      readQueue<{ queue: string; seconds: number }>(
        `select name as queue, coalesce(max(extract(epoch from now() - greatest(created_on, start_after)))
           filter (where state in ('created', 'retry', 'active') and start_after <= now()), 0)::float8 as seconds
         from pgboss.job group by 1 order by 1`,
      ),

    async readDeliveries() {
      const { rows } = await pool.query<{ state: string; deliveries: number }>(
        `select state, count(webhook_deliveries.id)::int as deliveries
         from unnest('{waiting,delivered,failed,removed}'::text[]) as state
         left join webhook_deliveries using (state) group by 1 order by 1`,
      )
      return rows
    },

    async readPosts() {
      const { rows } = await pool.query<{ source: string; posts: number }>(
        `select case when sample then 'samples' else source end as source, sum(posts)::float8 as posts
         from archive_sources group by 1 order by 1`,
      )
      return rows
    },

    async readBytes() {
      const { rows } = await pool.query<{ bytes: number }>(
        'select pg_database_size(current_database())::float8 as bytes',
      )
      return rows[0]?.bytes ?? 0
    },
  }
}
