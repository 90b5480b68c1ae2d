import { LRUCache } from 'lru-cache'
import type { SourceCoverage } from '#contract/search.ts'
import type { ArchivedPost, PostRank } from '#server/ports.ts'
import type { SourceOutcome } from './ask-source.ts'

export type LiveAnswers = {
  /** The outcome as it was a while ago, or null when it has to be asked for. */
  recall(key: string): Promise<SourceOutcome> | null
  /** Equal keys at the same moment wait for one outcome, which is remembered unless the source failed. */
  ask(key: string, ask: () => Promise<SourceOutcome>): Promise<SourceOutcome>
}

type Remembered = { coverage: SourceCoverage; found: (PostRank & { archiveId: number })[] }

const mostAnswers = 2000

/**
 * What live sources answered, for `lifetimeMs` (0: not kept). Beside the kept answers, which end whenever posts
 * come into the archive: a live answer brings some itself. Posts are remembered by id, so a deleted one is gone.
 */
export function makeLiveAnswers(
  lifetimeMs: number,
  readPosts: (archiveIds: readonly number[]) => Promise<ArchivedPost[]>,
): LiveAnswers {
  const running = new Map<string, Promise<SourceOutcome>>()
  const kept =
    lifetimeMs === 0 ? null : new LRUCache<string, Remembered>({ ttl: lifetimeMs, max: mostAnswers })

  const readAgain = async ({ coverage, found }: Remembered): Promise<SourceOutcome> => {
    const posts = new Map((await readPosts(found.map((one) => one.archiveId))).map((p) => [p.archiveId, p]))
    const still = found.flatMap(({ archiveId, ...place }) => {
      const post = posts.get(archiveId)
      return post === undefined ? [] : [{ post, ...place }]
    })
    return { coverage, found: still }
  }

  return {
    recall(key) {
      const remembered = kept?.get(key)
      return remembered === undefined ? null : readAgain(remembered)
    },
    ask(key, ask) {
      const already = running.get(key)
      if (already !== undefined) return already
      const asked = ask()
        .then((outcome) => {
          const { coverage, found } = outcome
          const ids = found.map(({ post, ...place }) => ({ archiveId: post.archiveId, ...place }))
          if (coverage.failed === null) kept?.set(key, { coverage, found: ids })
          return outcome
        })
        .finally(() => running.delete(key))
      running.set(key, asked)
      return asked
    },
  }
}
