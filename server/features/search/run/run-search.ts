import { sameQuestion } from '#contract/parse-keyword.ts'
import type { SearchReply, SourceCoverage } from '#contract/search.ts'
import { accountOf, limitKeyOf, type RateWindow, type Searcher } from '#server/actor.ts'
import type { Clock } from '#server/clock.ts'
import type { AllowedSearch, SearchClaim } from '#server/features/search/allowance/quota-store.ts'
import type { Away } from '#server/features/search/allowance/search-gate.ts'
import type { SearchQuota } from '#server/features/search/allowance/search-quota.ts'
import { type ShowResults, showResults } from '#server/features/search/saved/show-results.ts'
import { askKeyword, type ListedCommunities } from '#server/matching/ask-keyword.ts'
import { explainEmpty } from '#server/matching/explain-empty-rules.ts'
import { costsNothing, type FoundAnswer, scorerVersionOf } from '#server/matching/result-rules.ts'
import type { ArchiveVersion } from '#server/source-ports.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { OpenAnswer, PostFinder } from './find-posts.ts'

export interface RunSearch extends ShowResults {
  quota: SearchQuota
  lists: ListedCommunities
  finder: PostFinder
  /** All searches share one budget of calls to live sources. */
  mayAskLive: RateWindow
  answers: AnswerCache
  archiveVersion: ArchiveVersion
  scorerVersion: string
  /** The token of a search. Anybody who knows it may read the results. */
  makeToken: () => string
  resultsKeptDays: number
  clock: Clock
}

/** A search that was permitted and is running. */
export type BegunSearch = {
  searcher: Searcher
  keyword: string
  now: Date
  allowed: AllowedSearch
  open: OpenAnswer
}

/**
 * If the allowance is used up, throws before anything else is read. Otherwise starts this search, or joins it
 * if it is running.
 */
export async function beginSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<BegunSearch> {
  const now = deps.clock()
  const allowed = await deps.quota.requireAllowance(searcher, now)
  const find = await prepareSearch(deps, searcher, keyword)
  const mayAskLive = await deps.mayAskLive(limitKeyOf(searcher))
  return { searcher, keyword, now, allowed, open: find(mayAskLive) }
}

/** Starts cheap lookups. Returns the function that continues the search. */
async function prepareSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<(mayAskLive: boolean) => OpenAnswer> {
  const query = await askKeyword(deps.lists, keyword, accountOf(searcher)?.userId ?? null)
  const question = sameQuestion(query)
  // Read before the search: if the archive changes meanwhile, the results must have the older version.
  const archiveVersion = await deps.archiveVersion()
  const finder = deps.answers.wasAnswered(question) ? deps.finder : deps.finder.prepare(query)
  const sources = await finder.openSources()
  return (mayAskLive) => {
    const state = `${archiveVersion} ${sources.key} ${mayAskLive}`
    return deps.answers.findOnce({ question, state }, () => sources.findPosts({ ...query, mayAskLive }))
  }
}

/** The fields of a reply other than its posts. */
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
  /** A note about sources that have not answered yet; null for complete results. */
  pending: readonly SourceCoverage[]
  claim?: SearchClaim | undefined
}

/**
 * Counts the search and saves it with its results in one statement. A complete search that found nothing
 * useful does not count towards the allowance. `write` serialises the reply while the database saves the
 * search.
 */
export async function giveAnswer<R>(
  deps: RunSearch,
  begun: BegunSearch,
  { answer, pending, claim, write }: Given & { write: (reply: SearchReply) => R },
): Promise<R> {
  const { searcher, keyword, now, allowed } = begun
  const sessionToken = deps.makeToken()
  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  const reserved = deps.quota.reserveSearch(allowed, {
    sessionToken,
    keyword,
    // The saved results list the pending sources, because this process may end before they answer.
    answer: { ...answer, coverage: [...answer.coverage, ...pending] },
    isWhole: pending.length === 0,
    searchedAt: now,
    expiresAt,
    claim,
  })
  const replyWith = async (free: boolean) =>
    write({
      results: await showResults(deps, answer.posts, { searcher, keyword, asOf: now }),
      sessionId: sessionToken,
      ...(free ? { free: true as const } : {}),
      ...describeAnswer(deps, keyword, answer),
    })
  if (costsNothing(answer)) return replyWith((await reserved).free)
  const [{ free }, reply] = await Promise.all([reserved, replyWith(false)])
  return free ? replyWith(true) : reply
}

/** Live sources are other sites, which may take seconds. */
async function waitForSources({ requests, whole }: OpenAnswer, away: Away): Promise<FoundAnswer> {
  await Promise.all(requests.filter(({ live }) => !live).map(({ outcome }) => outcome))
  return requests.some(({ live }) => live) ? away(whole) : whole
}

type RunningSearch<R> = Pick<Given, 'claim'> & {
  keyword: string
  write: (reply: SearchReply) => R
  away: Away
}

/**
 * Finds scored posts for a keyword. Throws if the allowance of the day or month is used up. A failed search
 * does not count, because searches are counted in the transaction that saves them.
 */
export async function runSearch<R>(
  deps: RunSearch,
  searcher: Searcher,
  { keyword, write, claim, away }: RunningSearch<R>,
): Promise<R> {
  const begun = await beginSearch(deps, searcher, keyword)
  const answer = await waitForSources(begun.open, away)
  return giveAnswer(deps, begun, { answer, pending: [], claim, write })
}
