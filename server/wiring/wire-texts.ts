import { setImmediate } from 'node:timers/promises'
import type { PostScore, ScorablePost } from '#scoring/score-post.ts'
import { shippedScorer } from '#scoring/shipped-scorer.ts'
import { WorkerEnded } from '#server/errors.ts'
import { scoreArchivePost } from '#server/features/archive/store/score-archive-post.ts'
import { SourceError } from '#server/source-ports.ts'
import type { ProductWorkers } from './wire-workers.ts'

/** Texts up to this length are scored in a few milliseconds, which is faster than starting a worker. */
const shortCharacters = 10_000
/** The total length of posts that are scored in small steps in this process. The rest is sent to a worker. */
const fewCharacters = 100_000

const lengthOf = ({ title, selftext }: ScorablePost) => title.length + selftext.length

/** Scores pasted text. A long text is scored in a worker. */
export const pastedScorer =
  (workers: ProductWorkers) =>
  async (owner: string, post: ScorablePost): Promise<PostScore> =>
    lengthOf(post) <= shortCharacters
      ? shippedScorer().scorePost(post)
      : workers.call({ owner }, 'scorePost', post)

/** Scores the posts of a source: short ones in this process in small steps, the rest in a worker. */
export const postsScorer =
  (workers: Pick<ProductWorkers, 'call'>) => async (posts: readonly ScorablePost[]) => {
    const total = posts.reduce((sum, post) => sum + lengthOf(post), 0)
    const [owner = ''] = posts.map((post) => `posts of ${post.community}`)
    if (total > fewCharacters || posts.some((post) => lengthOf(post) > shortCharacters))
      return refuseSource(workers.call({ owner, background: true }, 'scorePosts', posts.map(scorableOf)))
    const scored: ReturnType<typeof scoreArchivePost>[] = []
    let sinceTurn = 0
    for (const post of posts) {
      if (sinceTurn > shortCharacters) {
        await setImmediate()
        sinceTurn = 0
      }
      scored.push(scoreArchivePost(shippedScorer().scorePost, post))
      sinceTurn += lengthOf(post)
    }
    return scored
  }

const scorableOf = ({ title, selftext, community }: ScorablePost) => ({ title, selftext, community })

/** A text that takes too long to score counts as a failure of its source. */
export async function refuseSource<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof WorkerEnded)) throw error
    throw new SourceError('sent what takes too long to read', { cause: error })
  }
}

export const readListsIn = (workers: ProductWorkers) => (owner: string, text: string) =>
  workers.call({ owner }, 'readForeignLists', text)
