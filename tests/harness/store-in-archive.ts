import { shippedScorer } from '#scoring/shipped-scorer.ts'
import type { Statements } from '#server/database/in-transaction.ts'
import { makeArchiveStore } from '#server/features/archive/store/archive-store.ts'
import { type Follower, makeArrivalsStore } from '#server/features/archive/store/arrivals-store.ts'
import { followArrivals } from '#server/features/archive/store/follow-arrivals.ts'
import { storePosts } from '#server/features/archive/store/store-posts.ts'
import type { Post } from '#server/source-ports.ts'

/** Scores and stores posts like an import. */
export function storeInArchive(db: Statements, posts: readonly Post[], options: { live?: boolean } = {}) {
  return storePosts({ store: makeArchiveStore(db), scorer: shippedScorer() }, posts, options)
}

/** Lets a follower read which posts arrived, to the end of the log. */
export function followInArchive(db: Parameters<typeof makeArrivalsStore>[0], follower: Follower) {
  const following = { store: makeArrivalsStore(db), followers: [follower] }
  return followArrivals(following, follower.name, new AbortController().signal)
}
