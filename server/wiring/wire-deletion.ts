import type { Clock } from '#server/clock.ts'
import type { Transaction } from '#server/database/in-transaction.ts'
import type { Database } from '#server/database/open-database.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { makeDeletionStore, type PostKey } from '#server/features/deletion/deletion-store.ts'
import { dropNews } from '#server/features/watches/watch-news-store.ts'

type PurgeDeps = { database: { db: Database }; clock: Clock }

/** Purges posts, for the deletion checks and for the command. */
export function wireDeletion({ database, clock }: PurgeDeps) {
  return {
    store: makeDeletionStore(database.db),
    clock,
    removePosts: async (keys: readonly PostKey[], inside: Transaction) => {
      await dropNews(inside, keys)
      const { removed } = await makeArchiveStore(inside).save({ scored: [], restated: [], deleted: keys })
      return removed
    },
  }
}
