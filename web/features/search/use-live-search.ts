import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ResultPlace,
  type SearchResult,
  type SourceProgress,
  searchStreamEndpoint,
} from '#contract/search.ts'
import { UnreachableError } from '#web/api-client.ts'
import { refreshUsage, savedResultsKey } from '#web/current-user-cache.ts'
import { postKey } from '#web/features/results/post-key.ts'
import { foundWords, type SearchOutcome } from '#web/features/results/search-outcome.ts'
import { openEventStream, type StreamedEvent } from '#web/open-event-stream.ts'
import { showToast } from '#web/ui/toast.tsx'

export function reportFound(outcome: SearchOutcome): void {
  if (outcome.results.length === 0) return
  showToast({ title: 'Opportunities discovered', description: foundWords(outcome) })
}

/** This key extends the key of the results, so that removing the results also removes this state. */
const liveKey = (session: string) => [...savedResultsKey(session), 'live']

/** How many posts are in the window or above it. If the list is sorted or filtered, all posts count. */
function countSeen({ results }: SearchOutcome): number {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-as-found] > li[data-post]')]
  if (rows.length === 0) return results.length
  const last = rows.findLast((row) => row.getBoundingClientRect().top < window.innerHeight)
  // This also counts posts above that row that are collapsed or not shown yet: they keep their positions.
  return results.findIndex((result) => postKey(result) === last?.dataset.post) + 1
}

function isInView(session: string): boolean {
  return new URLSearchParams(window.location.search).get('session') === session
}

/** Follows the live sources of a search until all have answered, and shows their posts without moving anything. */
export async function followSearch(
  queryClient: QueryClient,
  first: SearchOutcome,
  { later, onFree }: { later: AsyncIterable<LateEvent>; onFree: () => void },
): Promise<void> {
  const { sessionId } = first
  const shown = () => queryClient.getQueryData<SearchOutcome>(savedResultsKey(sessionId)) ?? first
  const show = (part: Partial<SearchOutcome>) => {
    const seen = isInView(sessionId) ? countSeen(shown()) : 0
    const results = [...settle(shown().results, live.all, seen)]
    queryClient.setQueryData(savedResultsKey(sessionId), { ...shown(), ...part, results })
  }
  let live: LiveSearch = { sources: [], all: first.results, ended: false }
  const keep = (next: LiveSearch) => {
    live = next
    queryClient.setQueryData(liveKey(sessionId), live)
  }
  try {
    for await (const next of later) {
      const { event, data } = next
      // Without live sources, the results are already complete.
      if (event === 'done' && live.sources.length === 0) return
      keep(learn(live, next))
      if (event === 'posts') show({})
      if (event === 'done') {
        const { results: _results, order: _order, count: _count, ...said } = data
        if (said.free === true) onFree()
        show(said)
      }
    }
  } catch {
    // Everything received so far stays, even if the stream failed.
  }
  if (live.ended) refreshUsage(queryClient)
  else keep(cutOff(live))
  if (first.results.length === 0 && live.all.length > 0 && isInView(sessionId)) {
    reportFound(shown())
  }
}

/** The state of the live sources of these results, and found posts that are not shown yet. */
export function useLiveSearch(outcome: SearchOutcome) {
  const queryClient = useQueryClient()
  const { data } = useQuery<LiveSearch>({ queryKey: liveKey(outcome.sessionId), queryFn: skipToken })
  const live = data ?? { sources: [], all: outcome.results, ended: true }
  const showAll = (): string | null => {
    const known = new Set(outcome.results.map(postKey))
    const firstNew = live.all.find((result) => !known.has(postKey(result)))
    queryClient.setQueryData(savedResultsKey(outcome.sessionId), { ...outcome, results: [...live.all] })
    return firstNew === undefined ? null : postKey(firstNew)
  }
  return {
    sources: live.sources,
    asking: !live.ended,
    waiting: countWaiting(outcome.results, live.all),
    showAll,
  }
}

/** The state of a search whose live sources answer after the archive. */
export type LiveSearch = {
  /** One for each live source, in the order of the requests. */
  sources: readonly SourceProgress[]
  /** All posts so far, best first, whether or not they are shown yet. */
  all: readonly SearchResult[]
  ended: boolean
}

const connectionLost = 'the connection ended before it answered; reload the page to see what it found'

/** The posts in the server's order, with new values for the fields that depend on the order. */
function inOrder(
  before: readonly SearchResult[],
  arrived: readonly SearchResult[],
  order: readonly ResultPlace[],
): SearchResult[] {
  const byKey = new Map([...before, ...arrived].map((result) => [postKey(result), result]))
  return order.flatMap((place) => {
    const known = byKey.get(postKey(place))
    if (known === undefined) return []
    const { alsoPostedIn: _, offTopic: _before, ...rest } = known
    return [{ ...rest, ...place }]
  })
}

function withProgress(sources: readonly SourceProgress[], news: SourceProgress): SourceProgress[] {
  const known = sources.some(({ source }) => source === news.source)
  return known ? sources.map((one) => (one.source === news.source ? news : one)) : [...sources, news]
}

export function learn(live: LiveSearch, { event, data }: LateEvent): LiveSearch {
  if (event === 'progress') return { ...live, sources: withProgress(live.sources, data) }
  const { results, order } = data
  return { ...live, all: inOrder(live.all, results, order), ended: event === 'done' }
}

/** The stream was interrupted, so sources that had not answered count as failed. */
export function cutOff(live: LiveSearch): LiveSearch {
  const sources = live.sources.map(
    (one): SourceProgress =>
      one.state === 'asking' ? { source: one.source, state: 'failed', reason: connectionLost } : one,
  )
  return { ...live, sources, ended: true }
}

/**
 * What to show when more posts arrive. The first `seen` posts, in view or above, do not move. Posts that rank
 * below them are added at once, posts that rank above wait for a click.
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
  // If the new ranking contains no post in view, as when real posts replace samples, all new posts wait.
  if (seen > 0 && lastKept === -1) return shown
  const after = all.slice(lastKept + 1)
  return [...kept, ...after]
}

export function countWaiting(shown: readonly SearchResult[], all: readonly SearchResult[]): number {
  const shownKeys = new Set(shown.map(postKey))
  return all.filter((result) => !shownKeys.has(postKey(result))).length
}

/** The stream of events that follow the results of a search. */
export type LateEvent = Exclude<StreamedEvent<typeof searchStreamEndpoint>, { event: 'results' }>

/** Searches for a keyword, which uses the day's allowance. Posts of live sources come later. */
export async function startSearch(keyword: string) {
  const events = await openEventStream(searchStreamEndpoint, { body: { keyword } })
  const first = await events.next()
  // The search was accepted and may have been counted: only a person may start another.
  if (first.value?.event !== 'results') throw new UnreachableError('A search ended without an answer')
  const { count: _, ...reply } = first.value.data
  // The first and only event of a search without a stream is its response.
  return { outcome: { ...reply, keyword }, later: events as AsyncIterable<LateEvent> }
}
