import {
  type ArrivedPosts,
  type SearchDone,
  type SearchReply,
  type SourceProgress,
  searchStreamEndpoint,
} from '#contract/search.ts'
import { ApiError, UnreachableError } from '#web/api-client.ts'
import { postSearch, type SearchOutcome } from '#web/features/results/search-outcome.ts'
import { openEventStream } from '#web/open-event-stream.ts'

export type LateEvent =
  | { event: 'progress'; data: SourceProgress }
  | { event: 'posts'; data: ArrivedPosts }
  | { event: 'done'; data: SearchDone }

type SearchEvent = LateEvent | { event: 'results'; data: SearchReply }

export type StartedSearch = { outcome: SearchOutcome; later: AsyncIterator<LateEvent> | null }

/** Null where this way leads nowhere, so that nothing was searched: an older server. */
async function openEvents(keyword: string): Promise<AsyncGenerator<SearchEvent> | null> {
  try {
    return (await openEventStream(searchStreamEndpoint, { body: { keyword } })) as AsyncGenerator<SearchEvent>
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null
    throw error
  }
}

/** Searches for a keyword; takes one of the searches of the day. What live sources find comes later. */
export async function startSearch(keyword: string): Promise<StartedSearch> {
  const events = await openEvents(keyword)
  if (events === null) return { outcome: await postSearch(keyword), later: null }
  const first = await events.next()
  // The search was let in and may have been counted: only a person may ask for another.
  if (first.value?.event !== 'results') throw new UnreachableError('A search ended without an answer')
  const { count: _, ...reply } = first.value.data
  // The reply of a search is its first event, and its only one.
  return { outcome: { ...reply, keyword }, later: events as AsyncIterator<LateEvent> }
}
