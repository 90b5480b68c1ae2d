import { sameQuestion } from '#contract/keyword-terms.ts'
import type { SearchReply } from '#contract/search.ts'
import type { Clock } from '#server/ports.ts'
import type { AnswerCache } from './answer-cache.ts'
import { type AskKeyword, askKeyword } from './ask-keyword.ts'
import type { FoundAnswer, FoundQuery, OpenAnswer } from './find-posts.ts'
import type { RateWindow } from './rate-window.ts'
import {
  type Entitlement,
  type ReserveQuota,
  requireEntitlement,
  reserveQuota,
  type Searcher,
} from './reserve-quota.ts'
import { explainEmpty, scorerVersionOf } from './result-rules.ts'
import { type ShowResults, showResults } from './show-results.ts'

export type RunSearch = ReserveQuota &
  ShowResults &
  AskKeyword & {
    /** What is asked beside the archive may change at any time. */
    openSearch: () => Promise<{ key: string; findPosts: (query: FoundQuery) => OpenAnswer }>
    /** Live sources' calls of a minute are everybody's. */
    mayAskLive: RateWindow
    answers: AnswerCache
    /** Changes when the archive changes, so that a kept answer is not older than the posts. */
    archiveVersion: () => Promise<string>
    scorerVersion: string
    resultsKeptDays: number
    clock: Clock
  }

/** A search that was allowed and is being made. */
export type BegunSearch = {
  searcher: Searcher
  keyword: string
  now: Date
  entitlement: Entitlement
  open: OpenAnswer
}

/** Refuses when the day or month of who asks is used up, else joins or begins the search for this keyword. */
export async function beginSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<BegunSearch> {
  const now = deps.clock()
  const [entitlement, archiveVersion, sources] = await Promise.all([
    requireEntitlement(deps, searcher, now),
    deps.archiveVersion(),
    deps.openSearch(),
  ])
  const mayAskLive = deps.mayAskLive(searcher.kind === 'user' ? searcher.userId : searcher.address)
  const query = await askKeyword(deps, keyword, searcher.kind === 'user' ? searcher.userId : null)
  const key = `${archiveVersion} ${sources.key} ${mayAskLive} ${sameQuestion(query)}`
  const open = deps.answers(key, () => sources.findPosts({ ...query, mayAskLive }))
  return { searcher, keyword, now, entitlement, open }
}

/** What a reply says of an answer beside its posts. */
export function describeAnswer(deps: RunSearch, keyword: string, { posts, coverage }: FoundAnswer) {
  return {
    count: posts.length,
    coverage,
    scorerVersion: scorerVersionOf(posts, deps.scorerVersion),
    ...(posts.length > 0 ? {} : { explanation: explainEmpty(keyword, coverage) }),
  }
}

/**
 * Takes the search from the allowance and keeps it with this answer, both or neither. An answer that is whole and
 * empty costs nothing.
 */
export async function giveAnswer(
  deps: RunSearch,
  begun: BegunSearch,
  { answer, isWhole }: { answer: FoundAnswer; isWhole: boolean },
): Promise<SearchReply> {
  const { searcher, keyword, now, entitlement } = begun
  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  // The results are made while the database keeps the search.
  const [{ sessionId, free }, results] = await Promise.all([
    reserveQuota(deps, entitlement, { keyword, answer, searchedAt: now, expiresAt }, isWhole),
    showResults(deps, answer.posts, { searcher, keyword, asOf: now }),
  ])
  return {
    results,
    sessionId,
    ...(free ? { free: true as const } : {}),
    ...describeAnswer(deps, keyword, answer),
  }
}

/**
 * A keyword in, scored posts out. Refused when the day or month of who asks is used up; a search that fails
 * costs nothing, because the allowance is taken in the transaction that keeps the search.
 */
export async function runSearch(deps: RunSearch, searcher: Searcher, keyword: string): Promise<SearchReply> {
  const begun = await beginSearch(deps, searcher, keyword)
  return giveAnswer(deps, begun, { answer: await begun.open.whole, isWhole: true })
}
