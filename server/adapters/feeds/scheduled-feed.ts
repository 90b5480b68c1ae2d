import { deadlineIn, type SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import type { Clock } from '#server/clock.ts'
import type { DeletionCheck, FeedMemory, FeedPage, PostFeed } from '#server/source-ports.ts'
import { readBodyParts } from '../source-calls/read-reply.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { decodeFeed } from './decode-feed.ts'
import { feedSource, readFeedPosts } from './feed-posts.ts'

export type ScheduledFeed = {
  address: string
  http: SourceHttpClient
  memory: FeedMemory
  clock: Clock
  sourceClock: SourceClock
  /** Parses the feed in a worker. By default, it is parsed in this thread. */
  readPosts?: (...given: Parameters<typeof readFeedBody>) => Promise<ReturnType<typeof readFeedBody>>
}

const feedMs = 60_000
const accept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5'

/** Media types of feeds, including those that misconfigured servers send. */
export const feedTypes =
  /^(?:(?:application|text)\/(?:[\w.-]+\+)?(?:xml|json|rss|atom)|text\/(?:plain|html)|application\/octet-stream)$/u

/** The body of a feed, in the parts in which it arrived. */
export type FeedBody = { bytes: readonly Uint8Array[]; contentType: string }

/** The posts of a feed, and notes about what was skipped. */
export const readFeedBody = ({ bytes, contentType }: FeedBody, place: Parameters<typeof readFeedPosts>[1]) =>
  readFeedPosts(decodeFeed(Buffer.concat(bytes), contentType), place)

/** Null if the feed has not changed. */
async function readBody(response: Response) {
  if (response.status === 304) return null
  const { headers } = response
  const bytes = await readBodyParts(response)
  return {
    bytes,
    contentType: headers.get('content-type') ?? '',
    validators: { etag: headers.get('etag'), lastModified: headers.get('last-modified') },
  }
}

async function readNews(deps: ScheduledFeed, signal: AbortSignal): Promise<FeedPage> {
  const { address, http, memory, clock } = deps
  const { etag, lastModified } = await memory.findValidators(address)
  const headers = {
    accept,
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  }
  const deadline = deadlineIn(feedMs, deps.sourceClock, signal)
  const request = { url: address, headers, readGood: readBody }
  const body = (await http.ask(request, deadline)) as Awaited<ReturnType<typeof readBody>>
  if (body === null) {
    await memory.noteUnchanged(address)
    return { posts: [], next: null, unchanged: true }
  }
  const { bytes, contentType } = body
  const readPosts = deps.readPosts ?? (async (...given) => readFeedBody(...given))
  const { posts, notes } = await readPosts({ bytes, contentType }, { address, now: clock() })
  const sourceIds = posts.map(({ sourceId }) => sourceId)
  await memory.noteItems(address, sourceIds)
  return { posts, next: null, notes, onStored: () => memory.saveValidators(address, body.validators) }
}

/** A feed that every scan reads with conditional requests. It cannot be searched. */
export function scheduledFeed(deps: ScheduledFeed): PostFeed {
  return {
    source: feedSource,
    reads: () => false,
    own: [{ kind: 'community', value: deps.address }],
    listNew: (_target, _after, signal) => readNews(deps, signal),
  }
}

/** Feeds do not report deletions, so a post is kept for this many days after it was last in the feed. */
const storedDays = 90

/** Checks posts without calling the feeds, because a feed shows only its current items. */
export function feedDeletionCheck({ memory }: Pick<ScheduledFeed, 'memory'>): DeletionCheck {
  return {
    source: feedSource,
    idsPerCall: 500,
    findGone: (sourceIds) => memory.findDropped(sourceIds, storedDays),
  }
}
