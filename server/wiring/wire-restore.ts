import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { findFilledTable, finishLoading, loadTables } from '#server/database/load-tables.ts'
import { listKnownMigrations, migrateDatabase, migrateUntil } from '#server/database/migrate-database.ts'
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts'
import { makeHeldPostsStore } from '#server/features/archive/store/held-posts-store.ts'
import { couldBeGone, makeHeldStore } from '#server/features/archive/store/held-store.ts'
import { purgePosts } from '#server/features/archive/store/purge-posts.ts'
import { dueBefore } from '#server/features/archive/store/recheck-posts.ts'
import { beginPurgeList, purgeListName } from '#server/operations/purge-list.ts'
import type { PurgedSince, RestoreBackup, SettledPosts } from '#server/operations/restore-backup.ts'
import { wireDeletion } from './wire-deletion.ts'

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'sessionSecrets'>

/** Restores into the configured database, which is opened only after the backup was checked. */
export const wireRestore = (config: Settings, log: (line: string) => void): RestoreBackup => ({
  listKnownMigrations,
  dataDir: config.dataDir,
  sessionSecrets: config.sessionSecrets,
  async openPlace(work) {
    const database = await openDatabase({ ...config, migrates: false }, 'command', log)
    const { pool, where } = database
    try {
      return await work({
        where,
        findFilledTable: () => findFilledTable(pool),
        migrateUntil: (newest) => migrateUntil(pool, newest),
        loadTables: (load) => loadTables(pool, load),
        migrate: () => migrateDatabase(pool),
        async settle(since) {
          const settled = await settlePosts(database, config, since)
          await finishLoading(pool)
          return settled
        },
      })
    } finally {
      await database.close()
    }
  },
})

async function settlePosts(
  database: Pick<OpenDatabase, 'db'>,
  config: Settings,
  { posts, knownSince }: PurgedSince,
): Promise<SettledPosts> {
  // Like the old lists, the new list is complete since `knownSince`.
  if (knownSince !== null) await beginPurgeList(join(config.dataDir, purgeListName), knownSince)
  const purging = wireDeletion({ database, config, clock: () => new Date() })
  const purged = await purgePosts(purging, posts)
  if (knownSince !== null) return { purged, unasked: [], held: [] }
  const held = makeHeldStore(database.db)
  const { asked, unasked } = await held.listSources()
  // After the backup, the old installation may have checked every post that became due.
  const now = purging.clock()
  await makeHeldPostsStore(database.db).hold(couldBeGone(dueBefore(now).seenBefore), asked)
  await held.noteHeld(now)
  return { purged, unasked, held: await held.listHeld() }
}
