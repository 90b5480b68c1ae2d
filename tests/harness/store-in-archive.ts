import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Database } from '#server/database/open-database.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'

/** Scores and stores posts like an import. */
export function storeInArchive(db: Database, posts: readonly Post[]) {
  return storePosts({ store: makeArchiveStore(db), scorer: shippedScorer() }, posts)
}
