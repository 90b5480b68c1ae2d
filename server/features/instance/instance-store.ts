import { gt, max, sql } from 'drizzle-orm'
import { countedMost } from '#contract/instance-counts.ts'
import { archiveSources } from '#server/database/archive-schema.ts'
import type { Database } from '#server/database/open-database.ts'
import { scanTargets } from '#server/database/scan-schema.ts'
import { users } from '#server/database/schema.ts'

export type InstanceStore = ReturnType<typeof makeInstanceStore>

/** Bounded reads alone: none takes longer on a larger installation. */
export function makeInstanceStore(db: Database) {
  return {
    async countAccounts(): Promise<number> {
      const one = { one: sql`1`.as('one') }
      return db.$count(db.select(one).from(users).limit(countedMost).as('some'))
    },

    /** From totals that change with the archive. */
    async countPosts(): Promise<{ posts: number; newestPostAt: Date | null }> {
      const [row] = await db
        .select({
          posts: sql<number>`coalesce(sum(${archiveSources.posts}), 0)::int`,
          newestPostAt: max(archiveSources.newestPostAt),
        })
        .from(archiveSources)
        .where(sql`not ${archiveSources.sample} and ${archiveSources.posts} > 0`)
      return row ?? { posts: 0, newestPostAt: null }
    },

    /** What the scans counted; a row a target and run, stored for 90 days. */
    async countThreadsRead(since: Date): Promise<number> {
      const [row] = await db
        .select({ count: sql<number>`coalesce(sum(${scanTargets.postsRead}), 0)::int` })
        .from(scanTargets)
        .where(gt(scanTargets.changedAt, since))
      return row?.count ?? 0
    },
  }
}
