import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import type { RescoreStore } from './archive-rescore-store.ts'
import { scoreKeptPost } from './score-kept-post.ts'

export type RescorePosts = {
  store: RescoreStore
  scorePost: (post: ScorablePost) => PostScore
  scorerVersion: string
}

/** Counted as it goes. */
export type RescoreTally = { posts: number; total: number }

const batchPosts = 500

/** Scores anew what another version scored, oldest in the archive first. Ends early, between batches, on abort. */
export async function rescorePosts(
  { store, scorePost, scorerVersion }: RescorePosts,
  tally: RescoreTally,
  signal: AbortSignal,
): Promise<'complete' | 'stopped'> {
  tally.total = await store.countOld(scorerVersion)
  let afterId = 0
  while (!signal.aborted) {
    const old = await store.listOld(scorerVersion, afterId, batchPosts)
    const last = old.at(-1)
    if (last === undefined) return 'complete'
    // Scored outside the transaction: no import waits for it.
    const scores = old.map((post) => ({ post, score: scoreKeptPost(scorePost, post) }))
    tally.posts += await store.saveScores(scorerVersion, scores)
    afterId = Number(last.id)
  }
  return 'stopped'
}
