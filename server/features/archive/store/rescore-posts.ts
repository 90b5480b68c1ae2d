import type { Scorer } from '#scoring/score-post.ts'
import type { RescoreStore } from './archive-rescore-store.ts'
import { scoreArchivePost } from './score-archive-post.ts'

type RescorePosts = { store: RescoreStore; scorer: Scorer }

/** Counts while the rescoring runs. */
type RescoreTally = { posts: number; total: number }

const batchPosts = 500
/**
 * After this share of the posts, the space of their old rows is reused. Otherwise the archive would grow by
 * half.
 */
const roomShare = 1 / 30

/**
 * Rescores posts of other scorer versions, oldest in the archive first. If it is aborted, it ends between
 * batches.
 */
export async function rescorePosts(
  { store, scorer }: RescorePosts,
  tally: RescoreTally,
  signal: AbortSignal,
): Promise<'complete' | 'stopped'> {
  tally.total = await store.countOld(scorer.version)
  let afterId = 0
  let replaced = 0
  while (!signal.aborted) {
    const old = await store.listOld(scorer.version, afterId, batchPosts)
    const last = old.at(-1)
    if (last === undefined) return 'complete'
    // Scored outside the transaction, so that no import waits for it.
    const scores = old.map((post) => ({ post, score: scoreArchivePost(scorer.scorePost, post) }))
    const saved = await store.saveScores(scorer.version, scores)
    tally.posts += saved
    replaced += saved
    if (replaced > roomShare * tally.total) {
      await store.freeRoom()
      replaced = 0
    }
    afterId = Number(last.id)
  }
  return 'stopped'
}
