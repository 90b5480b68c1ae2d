import type { ArrivedPosts, ResultPlace, SearchDone, SearchResult, SourceProgress } from '#contract/search.ts'
import { postKey } from '#web/features/results/post-key.ts'
import type { SearchOutcome } from '#web/features/results/search-outcome.ts'
import type { LateEvent } from './follow-search.ts'

/** What is known of a search whose live sources answer later than the archive. */
export type LiveSearch = {
  /** One for each live source, in the order they were asked. */
  sources: readonly SourceProgress[]
  /** All posts that are there by now, best first, whether or not they are shown yet. */
  all: readonly SearchResult[]
  ended: boolean
}

const connectionLost = 'the connection ended before it answered; reload the page to see what it found'

export function beginLive(outcome: SearchOutcome): LiveSearch {
  return { sources: [], all: outcome.results, ended: false }
}

/** The posts in the order the server gives them, with what that order changes about them. */
function inOrder(
  before: readonly SearchResult[],
  arrived: readonly SearchResult[],
  order: readonly ResultPlace[],
): SearchResult[] {
  const byKey = new Map([...before, ...arrived].map((result) => [postKey(result), result]))
  return order.flatMap((place) => {
    const known = byKey.get(postKey(place))
    if (known === undefined) return []
    const { alsoPostedIn: _, ...rest } = known
    return [{ ...rest, ...place }]
  })
}

function withProgress(sources: readonly SourceProgress[], news: SourceProgress): SourceProgress[] {
  const known = sources.some(({ source }) => source === news.source)
  return known ? sources.map((one) => (one.source === news.source ? news : one)) : [...sources, news]
}

export function learn(live: LiveSearch, { event, data }: LateEvent): LiveSearch {
  if (event === 'progress') return { ...live, sources: withProgress(live.sources, data) }
  const { results, order }: ArrivedPosts | SearchDone = data
  return { ...live, all: inOrder(live.all, results, order), ended: event === 'done' }
}

/** A stream that was cut off: who had not answered by then has failed, as far as this page knows. */
export function cutOff(live: LiveSearch): LiveSearch {
  const sources = live.sources.map(
    (one): SourceProgress =>
      one.state === 'asking' ? { source: one.source, state: 'failed', reason: connectionLost } : one,
  )
  return { ...live, sources, ended: true }
}

/**
 * What to show when more posts are there: nothing moves among the first `seen`, which a person has in view or above
 * it; posts that rank below them come in at once, those that rank above wait to be asked for.
 */
export function settle(
  shown: readonly SearchResult[],
  all: readonly SearchResult[],
  seen: number,
): readonly SearchResult[] {
  if (all.length === 0) return all
  const kept = shown.slice(0, seen)
  const keptKeys = new Set(kept.map(postKey))
  const lastKept = seen === 0 ? -1 : all.findLastIndex((result) => keptKeys.has(postKey(result)))
  // Nothing that is in view ranks any more (sample posts make room for real ones): all of it waits.
  if (seen > 0 && lastKept === -1) return shown
  const after = all.slice(lastKept + 1)
  return [...kept, ...after]
}

export function countWaiting(shown: readonly SearchResult[], all: readonly SearchResult[]): number {
  const shownKeys = new Set(shown.map(postKey))
  return all.filter((result) => !shownKeys.has(postKey(result))).length
}
