import { LRUCache } from 'lru-cache'
import type { SourceCoverage } from '#contract/search.ts'
import { type FoundAnswer, withDuplicates } from '#server/matching/result-rules.ts'
import type { PostRank, PostReader } from '#server/source-ports.ts'
import type { LiveAnswers, OpenAnswer, SourceOutcome } from './find-posts.ts'

/** The cache's memory limit in characters, and the size of a post without title and excerpt. */
const mostCharacters = 10_000_000
const fixedCharacters = 600
const mostAnswers = 2000
const mostQuestionCharacters = 1_000_000

function charactersOf({ posts }: FoundAnswer): number {
  return withDuplicates(posts).reduce(
    (sum, { post }) => sum + post.title.length + post.excerpt.length + fixedCharacters,
    1,
  )
}

function cachedAnswer(found: FoundAnswer): OpenAnswer {
  const whole = Promise.resolve(found)
  return { requests: [], first: () => whole, whole }
}

/** Null if nothing is cached. */
const cacheFor = <V extends object | true>(
  lifetimeMs: number,
  limit: LRUCache.Options<string, V, unknown>,
) => (lifetimeMs === 0 ? null : new LRUCache<string, V>({ ttl: lifetimeMs, ...limit }))

export type AnswerCache = ReturnType<typeof makeAnswerCache>

/** Caches recent results for `lifetimeMs` (0: not at all), and shares searches in progress. */
export function makeAnswerCache(lifetimeMs: number) {
  const running = new Map<string, OpenAnswer & { question: string }>()
  const answered = cacheFor<true>(lifetimeMs, {
    maxSize: mostQuestionCharacters,
    sizeCalculation: (_, question) => question.length + 1,
  })
  const cached = cacheFor<FoundAnswer>(lifetimeMs, {
    maxSize: mostCharacters,
    sizeCalculation: charactersOf,
  })
  return {
    /**
     * Whether the question was searched recently, in any version of the archive, or is being searched now.
     */
    wasAnswered: (question: string) =>
      answered?.has(question) === true || [...running.values()].some((one) => one.question === question),
    /**
     * Concurrent searches with equal keys share one run. A failed search is not cached, and neither are
     * results with a failed source.
     */
    findOnce({ question, state }: { question: string; state: string }, find: () => OpenAnswer): OpenAnswer {
      const key = `${state} ${question}`
      const answer = cached?.get(key)
      if (answer !== undefined) return cachedAnswer(answer)
      const already = running.get(key)
      if (already !== undefined) return already
      const search = find()
      const end = () => running.delete(key)
      search.whole.then((found) => {
        end()
        if (found.coverage.some((source) => source.failed !== null)) return
        cached?.set(key, found)
        answered?.set(question, true)
      }, end)
      running.set(key, { ...search, question })
      return search
    },
  }
}

type Remembered = { coverage: SourceCoverage; found: (PostRank & { archiveId: number })[] }

/**
 * Caches the results of live sources for `lifetimeMs` (0: not at all). Other cached results expire with every
 * new post in the archive. Results of live sources are cached separately, because these sources add posts all
 * the time. Only ids are cached, so a deleted post disappears.
 */
export function makeLiveAnswers(lifetimeMs: number, reader: PostReader): LiveAnswers {
  const running = new Map<string, Promise<SourceOutcome>>()
  const cached = cacheFor<Remembered>(lifetimeMs, { max: mostAnswers })

  const readAgain = async ({ coverage, found }: Remembered): Promise<SourceOutcome> => {
    const read = await reader.listPosts(found.map((one) => one.archiveId))
    const posts = new Map(read.map((post) => [post.archiveId, post]))
    const still = found.flatMap(({ archiveId, ...place }) => {
      const post = posts.get(archiveId)
      return post === undefined ? [] : [{ post, ...place }]
    })
    return { coverage, found: still }
  }

  return {
    recall(key) {
      const remembered = cached?.get(key)
      return remembered === undefined ? null : readAgain(remembered)
    },
    isAsking: (key) => running.has(key),
    ask(key, ask) {
      const already = running.get(key)
      if (already !== undefined) return already
      const asking = ask()
        .then((outcome) => {
          const { coverage, found } = outcome
          const ids = found.map(({ post, ...place }) => ({ archiveId: post.archiveId, ...place }))
          if (coverage.failed === null) cached?.set(key, { coverage, found: ids })
          return outcome
        })
        .finally(() => running.delete(key))
      running.set(key, asking)
      return asking
    },
  }
}
