import type { ArrivedPosts, ResultPlace, SearchDone, SearchReply, SourceProgress } from '#contract/search.ts'
import type { Searcher } from '#server/actor.ts'
import { showResults } from '#server/features/search/saved/show-results.ts'
import {
  alsoPostedIn,
  costsNothing,
  type FoundAnswer,
  type ListedPost,
  offTopicField,
} from '#server/matching/result-rules.ts'
import { failedOutcome, mergeOutcomes, type SourceOutcome, type SourceRequest } from './find-posts.ts'
import { type BegunSearch, beginSearch, describeAnswer, giveAnswer, type RunSearch } from './run-search.ts'

export interface StreamSearch extends RunSearch {
  /** Called if the final results of a search could not be saved. */
  warn: (message: string, cause: unknown) => void
}

type SearchEvent =
  | { event: 'results'; data: SearchReply }
  | { event: 'progress'; data: SourceProgress }
  | { event: 'posts'; data: ArrivedPosts }
  | { event: 'done'; data: SearchDone }

type FinalAnswer = { whole: FoundAnswer; free: boolean }
type FirstAnswer = { answer: FoundAnswer; reply: SearchReply; finished: Promise<FinalAnswer> }

function orderOf(posts: readonly ListedPost[]): ResultPlace[] {
  return posts.map((ranked) => {
    const { post, match } = ranked
    return {
      source: post.source,
      id: post.sourceId,
      match,
      ...offTopicField(ranked),
      ...alsoPostedIn(ranked),
    }
  })
}

function progressOf({ coverage, found }: SourceOutcome): SourceProgress {
  const { source, failed } = coverage
  if (failed !== null) return { source, state: 'failed', reason: failed }
  return { source, state: 'answered', posts: found.length }
}

/** The sources that are not part of the first results. */
function pendingOf({ open }: BegunSearch, { coverage }: FoundAnswer): SourceRequest[] {
  const answered = new Set(coverage.map(({ source }) => source))
  return open.requests.filter(({ source }) => !answered.has(source))
}

const notYet = 'it had not answered yet; reload the page'

/** Yields the outcomes in the order in which they arrive. */
async function* asTheyCome(pending: readonly SourceRequest[]): AsyncGenerator<SourceOutcome> {
  const waiting = new Map(
    pending.map(({ source, outcome }) => [source, outcome.then((one) => ({ source, one }))]),
  )
  while (waiting.size > 0) {
    const { source, one } = await Promise.race(waiting.values())
    waiting.delete(source)
    yield one
  }
}

/** Saves the complete results, even if the client has disconnected. */
async function finishSearch(
  deps: StreamSearch,
  { open, allowed }: BegunSearch,
  sessionToken: string,
): Promise<FinalAnswer> {
  const whole = await open.whole
  await deps.quota.updateAnswer(sessionToken, whole)
  return { whole, free: costsNothing(whole) && (await deps.quota.giveBack(allowed)) }
}

async function* streamEvents(
  deps: StreamSearch,
  begun: BegunSearch,
  { answer, reply, finished }: FirstAnswer,
): AsyncGenerator<SearchEvent> {
  const { open, searcher, keyword, now } = begun
  const pending = pendingOf(begun, answer)
  const sent = new Set(answer.posts.map(({ post }) => post.archiveId))
  const show = (posts: readonly ListedPost[]) => showResults(deps, posts, { searcher, keyword, asOf: now })

  yield { event: 'results', data: reply }
  for (const { source } of pending) yield { event: 'progress', data: { source, state: 'asking' } }

  const arrived = new Set(open.requests.filter((one) => !pending.includes(one)).map(({ source }) => source))
  for await (const outcome of asTheyCome(pending)) {
    const { source } = outcome.coverage
    arrived.add(source)
    yield { event: 'progress', data: progressOf(outcome) }
    if (outcome.found.length === 0) continue
    const here = open.requests.filter((one) => arrived.has(one.source))
    const { posts } = mergeOutcomes(await Promise.all(here.map((one) => one.outcome)))
    const brought = new Set(outcome.found.map(({ post }) => post.archiveId))
    const news = posts.filter(({ post }) => brought.has(post.archiveId) || !sent.has(post.archiveId))
    for (const { post } of news) sent.add(post.archiveId)
    const results = await show(news)
    yield { event: 'posts', data: { source, results, order: orderOf(posts) } }
  }

  const { whole, free } = await finished
  const results = await show(whole.posts.filter(({ post }) => !sent.has(post.archiveId)))
  const order = orderOf(whole.posts)
  const done = {
    results,
    order,
    ...(free ? { free: true as const } : {}),
    ...describeAnswer(deps, keyword, whole),
  }
  yield { event: 'done', data: done }
}

/**
 * A search as a stream of events. The archive's results are saved, counted and sent first, and those of live
 * sources follow. A failure before the first event rejects like `runSearch`.
 */
export async function streamSearch(
  deps: StreamSearch,
  searcher: Searcher,
  keyword: string,
): Promise<AsyncGenerator<SearchEvent>> {
  const begun = await beginSearch(deps, searcher, keyword)
  const answer = await begun.open.first()
  const pending = pendingOf(begun, answer).map(({ source }) => failedOutcome(source, notYet).coverage)
  const reply = await giveAnswer(deps, begun, { answer, pending, write: (made) => made })
  // Saving does not wait until the events are read, because a client that has disconnected reads none.
  const finished =
    pending.length === 0
      ? Promise.resolve({ whole: answer, free: false })
      : finishSearch(deps, begun, reply.sessionId)
  finished.catch((error: unknown) => deps.warn('A final answer was not saved', error))
  return streamEvents(deps, begun, { answer, reply, finished })
}
