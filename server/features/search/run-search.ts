import type { SearchReply } from '#contract/search.ts'
import { AppError } from '#server/errors.ts'
import type { Clock, SourceQuery } from '#server/ports.ts'
import {
  type Allowance,
  dayStart,
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

function refuse(allowance: Extract<Allowance, { allowed: false }>, now: Date): never {
  throw new AppError(allowance.because, 'Free searches used up today', {
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
  const allowance = visitorAllowance(today, deps.visitorLimits)
  if (!allowance.allowed) refuse(allowance, now)

  const key = `${archiveVersion} ${normaliseKeyword(keyword)}`
  const answer = await deps.answers(key, () => deps.findPosts(parseKeyword(keyword)))

  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  const saved = await deps.store.saveSearch({ visitor, keyword, answer, day, expiresAt }, deps.visitorLimits)
  if ('because' in saved) refuse(saved, now)

  const results = answer.posts.map(toSearchResult)
  const reply = {
    results,
    count: results.length,
    sessionId: saved.sessionToken,
    coverage: answer.coverage,
    scorerVersion: scorerVersionOf(answer.posts, deps.scorerVersion),
  }
  return results.length > 0 ? reply : { ...reply, explanation: explainEmpty(keyword, answer.coverage) }
}
