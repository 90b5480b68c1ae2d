import type { KeywordTerm } from '#contract/keyword-terms.ts'
import type { DeletionCheck, DiscussionSource, FeedPage, PostFeed, ScanTarget } from '#server/ports.ts'
import { type LiveReading, liveAnswer, unaskedAnswer } from './live-answer.ts'
import { boundedDeadline, type Deadline, type SourceClock, searchDeadline } from './source-clock.ts'
import { writtenQuery } from './written-query.ts'

type SearchedSource = {
  name: string
  timeLimitMs: number
  sourceClock: SourceClock
  /** What is asked for; null: nothing. By default in the syntax of web search boxes. */
  writeQuery?: (terms: readonly KeywordTerm[]) => string | null
  read: (query: string, deadline: Deadline, most: number) => Promise<LiveReading>
}

/** A source that is searched where its readers search it. */
export function liveSource({ name, timeLimitMs, ...how }: SearchedSource): DiscussionSource {
  const { sourceClock, writeQuery = writtenQuery, read } = how
  return {
    name,
    timeLimitMs,
    async search({ terms }, limits) {
      const query = writeQuery(terms)
      if (query === null) return unaskedAnswer()
      const deadline = searchDeadline(timeLimitMs, limits.signal, sourceClock)
      return liveAnswer(await read(query, deadline, limits.posts), terms, limits.posts)
    },
  }
}

/** For a page: long enough for a budget that is used up to come back. */
const pageMs = 90_000

type PagedFeed = Pick<PostFeed, 'source' | 'reads'> & {
  sourceClock: SourceClock
  /** Communities that are read whatever else is set. */
  own?: readonly string[]
  /** Null for a target that the source cannot have. */
  readPage: (target: ScanTarget, after: string | null, deadline: Deadline) => Promise<FeedPage | null>
}

/** New posts, page by page; a page that leads to itself is the last. */
export function pagedFeed({ source, reads, own, sourceClock, readPage }: PagedFeed): PostFeed {
  return {
    source,
    reads,
    ...(own && { own: own.map((value) => ({ kind: 'community', value })) }),
    async listNew(target, after, signal) {
      const page = await readPage(target, after, boundedDeadline(pageMs, signal, sourceClock))
      if (page === null) return { posts: [], next: null }
      return { ...page, next: page.next === after ? null : page.next }
    },
  }
}

/** One call each; few enough to end in time at a polite pace. */
const idsPerCall = 25
export const checkMs = 120_000

type OneByOne = {
  source: string
  sourceClock: SourceClock
  isGone: (id: string, deadline: Deadline) => Promise<boolean>
  /** False where all posts are gone with what held them; asked first. */
  isThere?: (deadline: Deadline) => Promise<boolean>
  /** Throws where the source shows nothing at all any more: then nothing is believed to be gone. */
  requireOpen?: (deadline: Deadline) => Promise<void>
}

/** Asks about one post after the other. What cannot be an id there is gone. */
export function checkOneByOne(asked: OneByOne): DeletionCheck {
  const { source, sourceClock, isThere, isGone, requireOpen } = asked
  return {
    source,
    idsPerCall,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, sourceClock)
      const ids = sourceIds.slice(0, idsPerCall)
      if (isThere !== undefined && !(await isThere(deadline))) return ids
      const gone: string[] = []
      for (const id of ids) {
        if (!/^\d{1,12}$/u.test(id) || (await isGone(id, deadline))) gone.push(id)
      }
      if (gone.length > 0) await requireOpen?.(deadline)
      return gone
    },
  }
}
