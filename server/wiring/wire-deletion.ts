import { join } from 'node:path'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config/config.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeDeletionStore, type PostKey } from '#server/features/archive/store/deletion-store.ts'
import { dropNews } from '#server/features/watches/watch-news-store.ts'
import { notePurges, purgeListName } from '#server/operations/purge-list.ts'

type PurgeDeps = {
  database: { db: Database }
  clock: Clock
  config: Pick<Config, 'dataDir'>
}

/** Purges posts, for the deletion checks and for the command. */
export function wireDeletion({ database, clock, config }: PurgeDeps) {
  const list = join(config.dataDir, purgeListName)
  return {
    store: makeDeletionStore(database.db),
    clock,
    removePosts: async (keys: readonly PostKey[], inside: Transaction) => {
      await dropNews(inside, keys)
      const { removed } = await makeArchiveStore(inside).save({ scored: [], restated: [], deleted: keys })
      await notePurges(list, keys, clock())
      return removed
    },
  }
}
