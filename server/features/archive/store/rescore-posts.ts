import type { Scorer } from '#scoring/score-post.ts'
import type { RescoreStore } from './archive-rescore-store.ts'
import { scoreArchivePost } from './score-archive-post.ts'

type RescorePosts = { store: RescoreStore; scorer: Scorer }

/** The progress of rescoring. */
type RescoreTally = { posts: number; total: number }

const batchPosts = 500
/**
 * After this share of the posts, the space of old rows is freed. Otherwise the archive would grow by half.
 */
const roomShare = 1 / 30

/**
 * Scores the posts of other scorer versions again, in the order in which they were stored. An abort takes
 * effect between two batches.
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
    // Scores outside the transaction, so that no import waits for it.
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
