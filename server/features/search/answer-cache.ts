import { LRUCache } from 'lru-cache'
import { unfold } from './duplicate-rules.ts'
import type { FoundAnswer, OpenAnswer } from './find-posts.ts'

export type AnswerCache = (key: string, find: () => OpenAnswer) => OpenAnswer

/** Text that kept answers may hold in memory, in characters; so many of a post are not title or excerpt. */
const mostCharacters = 20_000_000
const fixedCharacters = 600

function charactersOf({ posts }: FoundAnswer): number {
  return unfold(posts).reduce(
    (sum, { post }) => sum + post.title.length + post.excerpt.length + fixedCharacters,
    1,
  )
}

function keptAnswer(found: FoundAnswer): OpenAnswer {
  const whole = Promise.resolve(found)
  return { asked: [], first: () => whole, whole }
}

/**
 * Equal keys at the same moment share one search, also one that is half done; its answer is kept for `lifetimeMs`
 * (0: not kept). A failed search is not kept, nor one in which a source failed.
 */
export function makeAnswerCache(lifetimeMs: number): AnswerCache {
  const running = new Map<string, OpenAnswer>()
  const kept =
    lifetimeMs === 0
      ? null
      : new LRUCache<string, FoundAnswer>({
          ttl: lifetimeMs,
          maxSize: mostCharacters,
          sizeCalculation: charactersOf,
        })

  return (key, find) => {
    const answer = kept?.get(key)
    if (answer !== undefined) return keptAnswer(answer)
    const already = running.get(key)
    if (already !== undefined) return already
    const search = find()
    const end = () => running.delete(key)
    search.whole.then((found) => {
      end()
      if (found.coverage.every((source) => source.failed === null)) kept?.set(key, found)
    }, end)
    running.set(key, search)
    return search
  }
}
