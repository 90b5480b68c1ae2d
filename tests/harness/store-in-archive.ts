import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'

/** Scores and stores posts like an import. */
export function storeInArchive(db: Statements, posts: readonly Post[], options: { live?: boolean } = {}) {
  return storePosts({ store: makeArchiveStore(db), scorer: shippedScorer() }, posts, options)
}
