import { LRUCache } from 'lru-cache'
import type { SourceCoverage } from '#contract/search.ts'
import { type FoundAnswer, withDuplicates } from '#server/matching/result-rules.ts'
import type { PostRank, PostReader } from '#server/source-ports.ts'
import type { LiveAnswers, OpenAnswer, SourceOutcome } from './find-posts.ts'

/** How much text cached answers may hold in memory, in characters, and how much of a post is not title or excerpt. */
const mostCharacters = 20_000_000
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

/** Null where nothing is cached. */
const cacheFor = <V extends object | true>(
  lifetimeMs: number,
  limit: LRUCache.Options<string, V, unknown>,
) => (lifetimeMs === 0 ? null : new LRUCache<string, V>({ ttl: lifetimeMs, ...limit }))

export type AnswerCache = ReturnType<typeof makeAnswerCache>

/** Answers of a moment ago, for `lifetimeMs` (0: not cached), and those that are being made. */
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
    /** Whether it was a moment ago, in whatever state the archive was, or is being answered. */
    wasAnswered: (question: string) =>
      answered?.has(question) === true || [...running.values()].some((one) => one.question === question),
    /**
     * Equal keys at the same moment share one search, also one that is half done. A failed search is not cached, nor one
     * in which a source failed.
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
 * What live sources answered, for `lifetimeMs` (0: not cached). Beside the cached answers, which end whenever posts
 * come into the archive: a live answer brings some itself. Posts are remembered by id, so a deleted one is gone.
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
