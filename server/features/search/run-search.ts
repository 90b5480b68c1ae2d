import type { SearchReply } from '#contract/search.ts'
import type { Clock, SourceQuery } from '#server/ports.ts'
import { ReadyJson } from '#server/ready-json.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { FoundAnswer } from './find-posts.ts'
import { normaliseKeyword, parseKeyword } from './keyword-rules.ts'
import { explainEmpty, scorerVersionOf, writeReply } from './result-rules.ts'
import { type ShowResults, showResults } from './show-results.ts'
import { requireGrant, type Searcher, type TakeSearch, takeSearch } from './take-search.ts'

export type RunSearch = TakeSearch &
  ShowResults & {
    findPosts: (query: SourceQuery) => Promise<FoundAnswer>
    answers: AnswerCache
    /** Changes when the archive changes, so that a kept answer is not older than the posts. */
    archiveVersion: () => Promise<string>
    scorerVersion: string
    resultsKeptDays: number
    clock: Clock
  }

/**
 * A keyword in, scored posts out. Refused when the day or month of who asks is used up; a search that fails
 * costs nothing, because the allowance is taken in the transaction that keeps the search.
 */
export async function runSearch(deps: RunSearch, searcher: Searcher, keyword: string): Promise<ReadyJson> {
  const now = deps.clock()
  const [grant, archiveVersion] = await Promise.all([
    requireGrant(deps, searcher, now),
    deps.archiveVersion(),
  ])
  const key = `${archiveVersion} ${normaliseKeyword(keyword)}`
  const answer = await deps.answers(key, () => deps.findPosts(parseKeyword(keyword)))

  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  // The results are made while the database keeps the search.
  const [sessionId, results] = await Promise.all([
    takeSearch(deps, grant, { keyword, answer, searchedAt: now, expiresAt }),
    showResults(deps, searcher, answer.posts, now),
  ])
  const reply = {
    count: results.length,
    sessionId,
    coverage: answer.coverage,
    scorerVersion: scorerVersionOf(answer.posts, deps.scorerVersion),
    ...(results.length > 0 ? {} : { explanation: explainEmpty(keyword, answer.coverage) }),
  }
  return new ReadyJson(writeReply<SearchReply>(reply, results))
}
