import { LRUCache } from 'lru-cache'
import type { FoundAnswer } from './find-posts.ts'

export type AnswerCache = (key: string, find: () => Promise<FoundAnswer>) => Promise<FoundAnswer>

/** Answers kept in memory: a hundred of up to a hundred posts each. */
const maxAnswers = 100

/**
 * Equal keys at the same moment wait for one search; its answer is kept for `lifetimeMs` (0: not kept).
 * A failed search is not kept.
 */
export function makeAnswerCache(lifetimeMs: number): AnswerCache {
  const running = new Map<string, Promise<FoundAnswer>>()
  const kept =
    lifetimeMs === 0 ? null : new LRUCache<string, FoundAnswer>({ max: maxAnswers, ttl: lifetimeMs })

  return async (key, find) => {
    const answer = kept?.get(key)
    if (answer !== undefined) return answer
    const already = running.get(key)
    if (already !== undefined) return already
    const search = find()
      .then((found) => {
        kept?.set(key, found)
        return found
      })
      .finally(() => running.delete(key))
    running.set(key, search)
    return search
  }
}
