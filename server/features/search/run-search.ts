import type { SearchReply } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { Clock, SourceQuery } from '#server/ports.ts'
import {
  dayStart,
  type SearchesToday,
  secondsUntilTomorrow,
  type VisitorLimits,
  visitorAllowance,
} from './allowance-rules.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { FoundAnswer } from './find-posts.ts'
import { normaliseKeyword, parseKeyword } from './keyword-rules.ts'
import { explainEmpty, scorerVersionOf, toSearchResult } from './result-rules.ts'
import type { SearchStore, Visitor } from './search-store.ts'

export type RunSearch = {
  store: Pick<SearchStore, 'findSearchesToday' | 'saveSearch'>
  findPosts: (query: SourceQuery) => Promise<FoundAnswer>
  answers: AnswerCache
  /** Changes when the archive changes, so that a kept answer is not older than the posts. */
  archiveVersion: () => Promise<string>
  scorerVersion: string
  visitorLimits: VisitorLimits
  resultsKeptDays: number
  clock: Clock
}

function refuse(today: SearchesToday, most: VisitorLimits, now: Date): never {
  const allowance = visitorAllowance(today, most)
  const because = allowance.allowed ? 'visitor_daily_limit' : allowance.because
  throw new AppError(because, 'Free searches used up today', {
    userMessage: 'Sign in to get 2 free searches per month, or upgrade to Pro for unlimited access.',
    retryAfterSeconds: secondsUntilTomorrow(now),
  })
}

/**
 * A keyword in, scored posts out. Refused when the visitor's day is used up; a search that fails costs
 * nothing, because the allowance is taken in the transaction that keeps the search.
 */
export async function runSearch(deps: RunSearch, visitor: Visitor, keyword: string): Promise<SearchReply> {
  const now = deps.clock()
  const day = dayStart(now)
  const [today, archiveVersion] = await Promise.all([
    deps.store.findSearchesToday(visitor, day),
    deps.archiveVersion(),
  ])
  if (!visitorAllowance(today, deps.visitorLimits).allowed) refuse(today, deps.visitorLimits, now)

  const key = `${archiveVersion} ${normaliseKeyword(keyword)}`
  const answer = await deps.answers(key, () => deps.findPosts(parseKeyword(keyword)))

  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  const sessionId = await deps.store.saveSearch(
    { visitor, keyword, answer, day, expiresAt },
    deps.visitorLimits,
  )
  if (sessionId === null) refuse(await deps.store.findSearchesToday(visitor, day), deps.visitorLimits, now)

  const results = answer.posts.map(toSearchResult)
  const reply = {
    results,
    count: results.length,
    sessionId,
    coverage: answer.coverage,
    scorerVersion: scorerVersionOf(answer.posts, deps.scorerVersion),
  }
  return results.length > 0 ? reply : { ...reply, explanation: explainEmpty(keyword, answer.coverage) }
}
