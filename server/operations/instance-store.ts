import { countedMost } from '#contract/instance-counts.ts'
import type { Database } from '#server/database/open-database.ts'

type StoredCounts = { accounts: number; posts: number; threadsReadLastDay: number; newestPostAt: Date | null }

export type InstanceStore = ReturnType<typeof makeInstanceStore>

export function makeInstanceStore(db: Database) {
  return {
    /**
     * The work of each read is bounded, so that no read becomes slower in a larger installation. The totals
     * of posts are kept up to date when posts are stored. Scans have one row per target and run, which is
     * stored for 90 days.
     */
    async count(since: Date): Promise<StoredCounts> {
      const { rows } = await db.$client.query<StoredCounts>(
        `select coalesce(sum(posts), 0)::integer as posts, max(newest_post_at) as "newestPostAt",
          (select count(*)::integer from (select from users limit $1) as limited) as accounts,
          (select coalesce(sum(posts_read), 0)::integer from scan_targets where changed_at > $2) as "threadsReadLastDay"
        from archive_sources where not sample and posts > 0`,
        [countedMost, since],
      )
      return rows[0] ?? { accounts: 0, posts: 0, threadsReadLastDay: 0, newestPostAt: null }
    },
  }
}
