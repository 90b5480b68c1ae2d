import type { Database } from '#server/database/open-database.ts'

export type ArchiveShare = {
  source: string
  sample: boolean
  posts: number
  newestPostAt: Date
  changedAt: Date
}

export function makeHealthStore(db: Database) {
  return {
    /** In bytes. The size of the archive includes its indexes and TOAST tables. */
    async readSizes(): Promise<{ database: number; archive: number }> {
      const { rows } = await db.$client.query<{ database: number; archive: number }>(
        `select pg_database_size(current_database())::float8 as database,
           pg_total_relation_size('archive_posts')::float8 as archive`,
      )
      return rows[0] ?? { database: 0, archive: 0 }
    },

    async listArchive(): Promise<ArchiveShare[]> {
      const { rows } = await db.$client.query<ArchiveShare>(
        `select source, sample, posts, newest_post_at as "newestPostAt", changed_at as "changedAt"
         from archive_sources order by sample, source`,
      )
      return rows
    },
  }
}
