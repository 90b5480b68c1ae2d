import { LRUCache } from 'lru-cache'
import type { FoundAnswer } from './find-posts.ts'

export type AnswerCache = (key: string, find: () => Promise<FoundAnswer>) => Promise<FoundAnswer>

/** Text that kept answers may hold in memory, in characters. */
const mostCharacters = 20_000_000

function charactersOf({ posts }: FoundAnswer): number {
  return posts.reduce((sum, { post }) => sum + post.card.length, 1)
}

/**
 * Equal keys at the same moment wait for one search; its answer is kept for `lifetimeMs` (0: not kept).
 * A failed search is not kept, nor one in which a source failed.
 */
export function makeAnswerCache(lifetimeMs: number): AnswerCache {
  const running = new Map<string, Promise<FoundAnswer>>()
  const kept =
    lifetimeMs === 0
      ? null
      : new LRUCache<string, FoundAnswer>({
          ttl: lifetimeMs,
          maxSize: mostCharacters,
          sizeCalculation: charactersOf,
        })

  return async (key, find) => {
    const answer = kept?.get(key)
    if (answer !== undefined) return answer
    const already = running.get(key)
    if (already !== undefined) return already
    const search = find()
      .then((found) => {
        if (found.coverage.every((source) => source.failed === null)) kept?.set(key, found)
        return found
      })
      .finally(() => running.delete(key))
    running.set(key, search)
    return search
  }
}
