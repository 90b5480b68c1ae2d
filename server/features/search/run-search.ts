import type { SearchReply } from '#contract/search.ts'
import type { Clock, SourceQuery } from '#server/ports.ts'
import { ReadyJson } from '#server/ready-json.ts'
import type { AnswerCache } from './answer-cache.ts'
import type { FoundAnswer, FoundQuery, OpenAnswer } from './find-posts.ts'
import { parseKeyword, sameQuestion } from './keyword-rules.ts'
import type { RateWindow } from './rate-window.ts'
import { explainEmpty, scorerVersionOf, writeReply } from './result-rules.ts'
import { type ShowResults, showResults } from './show-results.ts'
import { type Grant, requireGrant, type Searcher, type TakeSearch, takeSearch } from './take-search.ts'

export type RunSearch = TakeSearch &
  ShowResults & {
    findPosts: (query: FoundQuery) => OpenAnswer
    /** Live sources' calls of a minute are everybody's. */
    mayAskLive: RateWindow
    /** The communities of a person's lists by the names that stand in a keyword. */
    findListed: (userId: string, names: readonly string[]) => Promise<Map<string, string[]>>
    answers: AnswerCache
    /** Changes when the archive changes, so that a kept answer is not older than the posts. */
    archiveVersion: () => Promise<string>
    scorerVersion: string
    resultsKeptDays: number
    clock: Clock
  }

/** A search that was allowed and is being made. */
export type BegunSearch = { searcher: Searcher; keyword: string; now: Date; grant: Grant; open: OpenAnswer }

/** A name in a keyword is that of a list of the person's, else of a community. */
async function limitToLists(deps: RunSearch, searcher: Searcher, query: SourceQuery): Promise<SourceQuery> {
  const { communities } = query
  if (communities === undefined || searcher.kind !== 'user') return query
  const lists = await deps.findListed(searcher.userId, communities)
  return { ...query, communities: [...new Set(communities.flatMap((name) => lists.get(name) ?? [name]))] }
}

/** Refuses when the day or month of who asks is used up, else joins or begins the search for this keyword. */
export async function beginSearch(
  deps: RunSearch,
  searcher: Searcher,
  keyword: string,
): Promise<BegunSearch> {
  const now = deps.clock()
  const [grant, archiveVersion] = await Promise.all([
    requireGrant(deps, searcher, now),
    deps.archiveVersion(),
  ])
  const mayAskLive = deps.mayAskLive(searcher.kind === 'user' ? searcher.userId : searcher.address)
  const query = await limitToLists(deps, searcher, parseKeyword(keyword))
  const key = `${archiveVersion} ${mayAskLive} ${sameQuestion(query)}`
  const open = deps.answers(key, () => deps.findPosts({ ...query, mayAskLive }))
  return { searcher, keyword, now, grant, open }
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
export async function giveAnswer(deps: RunSearch, begun: BegunSearch, answer: FoundAnswer, isWhole = true) {
  const { searcher, keyword, now, grant } = begun
  const expiresAt = new Date(now.getTime() + deps.resultsKeptDays * 86_400_000)
  // The results are made while the database keeps the search.
  const [{ sessionId, free }, results] = await Promise.all([
    takeSearch(deps, grant, { keyword, answer, searchedAt: now, expiresAt }, isWhole),
    showResults(deps, answer.posts, { searcher, keyword, asOf: now }),
  ])
  const { count, ...described } = describeAnswer(deps, keyword, answer)
  const reply = { count, sessionId, ...(free ? { free } : {}), ...described }
  return { sessionId, reply: new ReadyJson(writeReply<SearchReply>(reply, results)) }
}

/**
 * A keyword in, scored posts out. Refused when the day or month of who asks is used up; a search that fails
 * costs nothing, because the allowance is taken in the transaction that keeps the search.
 */
export async function runSearch(deps: RunSearch, searcher: Searcher, keyword: string): Promise<ReadyJson> {
  const begun = await beginSearch(deps, searcher, keyword)
  return (await giveAnswer(deps, begun, await begun.open.whole)).reply
}
