import {
  boundedDeadline,
  type Deadline,
  type SourceClock,
  searchDeadline,
} from '#server/adapters/source-calls/source-clock.ts'
import {
  type Clock,
  type DeletionCheck,
  type DiscussionSource,
  type FeedPage,
  type Post,
  type PostFeed,
  type SourceAnswer,
  SourceError,
  type SourceLimits,
  type SourceQuery,
} from '#server/ports.ts'
import { leftOutKinds, withoutPost } from '../reddit/reddit-post.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenQuery } from '../source-calls/written-query.ts'
import { readArcticShift } from './arctic-shift-posts.ts'

export type ArcticShift = {
  http: SourceHttpClient
  /** Without a slash at the end. */
  url: string
  communities: readonly string[]
  timeLimitMs: number
  clock: Clock
  sourceClock: SourceClock
}

/** Slow queries are refused as if they were wrong; a later try may find the database warm. */
export function isTemporary(status: number, text: string): boolean {
  return status === 422 && /time(?:d )?\s?out|slow down/iu.test(text.slice(0, 1000))
}

type Reading = {
  posts: Map<string, Post>
  leftOut: number
  failed: { community: string; error: SourceError }[]
}

/** What its owner calls polite. */
const atOnce = 2

async function readCommunity(
  { http, url, clock }: ArcticShift,
  { deadline, ...query }: { subreddit: string; query: string; deadline: Deadline },
  reading: Reading,
): Promise<void> {
  const search = { ...query, limit: '100', sort: 'desc' }
  try {
    if (deadline.leftMs() <= 0) throw new SourceError('was not asked, since the time was over')
    const answer = await http.ask({ url: `${url}/api/posts/search`, query: search }, deadline)
    for (const one of readArcticShift(answer, clock()).posts) {
      if (one.kind === 'post') reading.posts.set(one.post.sourceId, one.post)
      else reading.leftOut += 1
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    reading.failed.push({ community: query.subreddit, error })
  }
}

/** The newest matches of every community; those that fail leave the posts of the others. */
async function readAll(deps: ArcticShift, query: string, deadline: Deadline): Promise<Reading> {
  const reading: Reading = { posts: new Map(), leftOut: 0, failed: [] }
  const waiting = deps.communities.values()
  const readSome = async () => {
    for (const subreddit of waiting) await readCommunity(deps, { subreddit, query, deadline }, reading)
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  const [first] = reading.failed
  if (first !== undefined && reading.failed.length === deps.communities.length) throw first.error
  return reading
}

function describeFailed(failed: Reading['failed']): string[] {
  const byReason = Map.groupBy(failed, ({ error }) => error.message)
  return [...byReason].map(
    ([reason, some]) => `In ${some.map(({ community }) => community).join(', ')} it ${reason}.`,
  )
}

async function searchArcticShift(
  deps: ArcticShift,
  asked: SourceQuery,
  limits: SourceLimits,
): Promise<SourceAnswer> {
  const query = writtenQuery(asked.terms)
  if (query === null) return unaskedAnswer()
  const deadline = searchDeadline(deps.timeLimitMs, limits.signal, deps.sourceClock)
  const { posts, leftOut, failed } = await readAll(deps, query, deadline)
  const notes = [
    `Only these communities were searched: ${deps.communities.join(', ')}.`,
    ...describeFailed(failed),
  ]
  const newestFirst = [...posts.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  return liveAnswer({ posts: newestFirst, leftOut, leftOutKinds, notes }, asked.terms, limits.posts)
}

/** Reddit's posts as the archive of Arctic Shift has them, in chosen communities; kept as Reddit's. */
export function arcticShiftSource(deps: ArcticShift): DiscussionSource {
  return {
    name: 'arctic-shift',
    timeLimitMs: deps.timeLimitMs,
    search: (query, limits) => searchArcticShift(deps, query, limits),
  }
}

const feedMs = 90_000
const pageSize = 100

/** New posts of a community. Keywords cannot be asked for without one; a name it cannot have is an empty page. */
export function arcticShiftFeed({ http, url, clock, sourceClock }: ArcticShift): PostFeed {
  return {
    source: 'arctic-shift',
    reads: (kind) => kind === 'community',
    async listNew({ kind, value }, after, signal): Promise<FeedPage> {
      const subreddit = value.trim().replace(/^\/?r\//u, '')
      if (kind !== 'community' || !/^\w{2,21}$/u.test(subreddit)) return { posts: [], next: null }
      const from: Record<string, string> = after === null ? {} : { before: after }
      const search = { subreddit, limit: `${pageSize}`, sort: 'desc', ...from }
      const deadline = boundedDeadline(feedMs, signal, sourceClock)
      const answer = await http.ask({ url: `${url}/api/posts/search`, query: search }, deadline)
      const { posts, lastAt } = readArcticShift(answer, clock())
      // A second later, so that posts of the same second are not lost between two pages.
      const next = posts.length >= pageSize && lastAt !== null ? `${lastAt + 1}` : null
      return {
        posts: posts.flatMap((one) => (one.kind === 'post' ? [one.post] : [])),
        next: next === after ? null : next,
      }
    },
  }
}

/** What Arctic Shift takes at once. */
const idsPerCall = 500
const checkMs = 90_000

/**
 * Reddit's posts that Arctic Shift tells as deleted or does not know, for those without a client at Reddit.
 * It looks at a post twice in its first two days, so later deletions are not seen.
 */
export function arcticShiftDeletionCheck({ http, url, clock, sourceClock }: ArcticShift): DeletionCheck {
  return {
    source: 'reddit',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const asked = sourceIds.slice(0, idsPerCall)
      if (asked.length === 0) return []
      const deadline = boundedDeadline(checkMs, signal, sourceClock)
      const request = { url: `${url}/api/posts/ids`, query: { ids: asked.join(',') } }
      const { posts } = readArcticShift(await http.ask(request, deadline), clock())
      return withoutPost(asked, posts)
    },
  }
}
