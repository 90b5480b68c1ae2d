import { sameQuestion } from '#contract/keyword-terms.ts'
import type { SearchReply, SourceCoverage } from '#contract/search.ts'
import type { Clock } from '#server/clock.ts'
import type { AllowedSearch } from '#server/features/search/allowance/quota-store.ts'
import type { RateWindow } from '#server/features/search/allowance/search-gate.ts'
import type { Searcher, SearchQuota } from '#server/features/search/allowance/search-quota.ts'
import { type ShowResults, showResults } from '#server/features/search/saved/show-results.ts'
import { askKeyword, type ListedCommunities } from '#server/matching/ask-keyword.ts'
import {
  costsNothing,
  explainEmpty,
  type FoundAnswer,
  scorerVersionOf,
} from '#server/matching/result-rules.ts'
import type { ArchiveVersion } from '#server/source-ports.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { OpenAnswer, PostFinder } from './find-posts.ts'

export interface RunSearch extends ShowResults {
  quota: SearchQuota
  lists: ListedCommunities
  finder: PostFinder
  /** Live sources' calls of a minute are everybody's. */
  mayAskLive: RateWindow
  answers: AnswerCache
  archiveVersion: ArchiveVersion
  scorerVersion: string
  /** Names a search; who knows it may read the results. */
  makeToken: () => string
  resultsKeptDays: number
  clock: Clock
}

/** A search that was allowed and is being made. */
export type BegunSearch = {
  searcher: Searcher
  keyword: string
  now: Date
  allowed: AllowedSearch
  open: OpenAnswer
}

/** Refuses when the searcher's day or month is used up, else joins or begins the search for this keyword. */
export async function beginSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<BegunSearch> {
  const now = deps.clock()
  const [allowed, find] = await Promise.all([
    deps.quota.requireAllowance(searcher, now),
    prepareSearch(deps, searcher, keyword),
  ])
  const mayAskLive = deps.mayAskLive(searcher.kind === 'user' ? searcher.userId : searcher.address)
  return { searcher, keyword, now, allowed, open: find(mayAskLive) }
}

/** What is cheap of a search and is begun beside the question whether it may be made; returns what goes on with it. */
async function prepareSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<(mayAskLive: boolean) => OpenAnswer> {
  const query = await askKeyword(deps.lists, keyword, searcher.kind === 'user' ? searcher.userId : null)
  const question = sameQuestion(query)
  // Read before the archive is, so that no answer is taken for newer than it is.
  const archiveVersion = await deps.archiveVersion()
  if (!deps.answers.wasAnswered(question)) deps.finder.prepare(query)
  const sources = await deps.finder.openSources()
  return (mayAskLive) => {
    const state = `${archiveVersion} ${sources.key} ${mayAskLive}`
    return deps.answers.findOnce({ question, state }, () => sources.findPosts({ ...query, mayAskLive }))
  }
}

/** What a reply says about an answer besides its posts. */
export function describeAnswer(deps: RunSearch, keyword: string, { posts, coverage }: FoundAnswer) {
  return {
    count: posts.length,
    coverage,
    scorerVersion: scorerVersionOf(posts, deps.scorerVersion),
    ...(posts.length > 0 ? {} : { explanation: explainEmpty(keyword, coverage) }),
  }
}

type Given = {
  answer: FoundAnswer
  /** Said of sources that did not answer yet; none where the answer is whole. */
  pending: readonly SourceCoverage[]
}

/**
 * Takes the search from the allowance and saves it with this answer, both or neither. An answer that is whole and
 * worth nothing costs nothing. The reply is made by `write` while the database saves the search.
 */
export async function giveAnswer<R>(
  deps: RunSearch,
  begun: BegunSearch,
  { answer, pending, write }: Given & { write: (reply: SearchReply) => R },
): Promise<R> {
  const { searcher, keyword, now, allowed } = begun
  const sessionToken = deps.makeToken()
  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  const reserved = deps.quota.reserveSearch(allowed, {
    sessionToken,
    keyword,
    // So that what is read again says what is missing, also where this process ends before the others answered.
    answer: { ...answer, coverage: [...answer.coverage, ...pending] },
    isWhole: pending.length === 0,
    searchedAt: now,
    expiresAt,
  })
  const replyWith = async (free: boolean) =>
    write({
      results: await showResults(deps, answer.posts, { searcher, keyword, asOf: now }),
      sessionId: sessionToken,
      ...(free ? { free: true as const } : {}),
      ...describeAnswer(deps, keyword, answer),
    })
  if (costsNothing(answer)) return replyWith((await reserved).free)
  const [, reply] = await Promise.all([reserved, replyWith(false)])
  return reply
}

/**
 * A keyword in, scored posts out. Refused when the searcher's day or month is used up; a search that fails
 * costs nothing, because the allowance is taken in the transaction that saves the search.
 */
export async function runSearch<R>(
  deps: RunSearch,
  searcher: Searcher,
  { keyword, write }: { keyword: string; write: (reply: SearchReply) => R },
): Promise<R> {
  const begun = await beginSearch(deps, searcher, keyword)
  return giveAnswer(deps, begun, { answer: await begun.open.whole, pending: [], write })
}
