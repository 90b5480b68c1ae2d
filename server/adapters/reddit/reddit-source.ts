import {
  boundedDeadline,
  type Deadline,
  type SourceClock,
  searchDeadline,
} from '#server/adapters/source-calls/source-clock.ts'
import type {
  DeletionCheck,
  DiscussionSource,
  FeedPage,
  Post,
  PostFeed,
  ScanTarget,
  SourceAnswer,
  SourceLimits,
  SourceQuery,
} from '#server/ports.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import { writtenKeyword, writtenQuery } from '../source-calls/written-query.ts'
import type { RedditClient } from './reddit-client.ts'
import { leftOutKinds, withoutPost } from './reddit-post.ts'

/** Reddit's own most; a search ends near 250 posts however it is paged. */
const pageSize = 100
const mostPages = 3

export type SearchReddit = {
  client: RedditClient
  /** Empty: all of Reddit. */
  communities: readonly string[]
  timeLimitMs: number
  sourceClock: SourceClock
}

/** Where posts are searched. `restrict_sr` keeps a search within the communities of its path. */
function searchPath(communities: readonly string[]): { path: string; query: Record<string, string> } {
  return communities.length === 0
    ? { path: '/search', query: {} }
    : { path: `/r/${communities.join('+')}/search`, query: { restrict_sr: 'true' } }
}

type Reading = { posts: Map<string, Post>; leftOut: number; notes: string[] }

/** Reads on while posts are missing. A page that fails after the first costs only itself. */
async function readPages(
  { client, communities }: SearchReddit,
  { q, most }: { q: string; most: number },
  deadline: Deadline,
): Promise<Reading> {
  const { path, query } = searchPath(communities)
  const reading: Reading = { posts: new Map(), leftOut: 0, notes: [] }
  let after: string | null = null
  for (let page = 1; page <= mostPages && reading.posts.size < most; page += 1) {
    const asked = { ...query, q, type: 'link', sort: 'relevance', limit: `${pageSize}` }
    try {
      const read = await client.list(path, after === null ? asked : { ...asked, after }, deadline)
      for (const one of read.posts) {
        if (one.kind === 'post') reading.posts.set(one.post.sourceId, one.post)
        else reading.leftOut += 1
      }
      if (read.after === null || read.after === after) return reading
      after = read.after
    } catch (error) {
      if (page === 1) throw error
      const reason = error instanceof Error ? error.message : 'failed'
      reading.notes.push(`Its further matches were not read: it ${reason}.`)
      return reading
    }
  }
  reading.notes.push('It has more matches than were read.')
  return reading
}

async function searchReddit(
  deps: SearchReddit,
  asked: SourceQuery,
  limits: SourceLimits,
): Promise<SourceAnswer> {
  const q = writtenQuery(asked.terms)
  if (q === null) return unaskedAnswer()
  const deadline = searchDeadline(deps.timeLimitMs, limits.signal, deps.sourceClock)
  const { posts, leftOut, notes } = await readPages(deps, { q, most: limits.posts }, deadline)
  const within =
    deps.communities.length === 0
      ? []
      : [`Only these communities were searched: ${deps.communities.join(', ')}.`]
  const reading = { posts: [...posts.values()], leftOut, leftOutKinds, notes: [...notes, ...within] }
  return liveAnswer(reading, asked.terms, limits.posts)
}

/** Reddit as it stands now, asked with the operator's own client. */
export function redditSource(deps: SearchReddit): DiscussionSource {
  return {
    name: 'reddit',
    timeLimitMs: deps.timeLimitMs,
    search: (query, limits) => searchReddit(deps, query, limits),
  }
}

/** Long enough for a budget that is used up to come back. */
const feedMs = 90_000

/** The names that Reddit gives communities; other sources have others. */
const communityName = /^\w{2,21}$/u

function whereNew({ kind, value }: ScanTarget, communities: readonly string[]) {
  if (kind === 'community') {
    const name = value.trim().replace(/^\/?r\//u, '')
    return communityName.test(name) ? { path: `/r/${name}/new`, query: {} } : null
  }
  const q = writtenKeyword(value)
  if (q === null) return null
  const { path, query } = searchPath(communities)
  return { path, query: { ...query, q, type: 'link', sort: 'new' } }
}

/** New posts of a community, or for a keyword. A target that Reddit cannot have is an empty page. */
export function redditFeed({
  client,
  communities,
  sourceClock,
}: Omit<SearchReddit, 'timeLimitMs'>): PostFeed {
  return {
    source: 'reddit',
    reads: () => true,
    async listNew(target, after, signal): Promise<FeedPage> {
      const where = whereNew(target, communities)
      if (where === null) return { posts: [], next: null }
      const query = { ...where.query, limit: '100', ...(after === null ? {} : { after }) }
      const deadline = boundedDeadline(feedMs, signal, sourceClock)
      const page = await client.list(where.path, query, deadline)
      const posts = page.posts.flatMap((one) => (one.kind === 'post' ? [one.post] : []))
      return { posts, next: page.after === after ? null : page.after }
    },
  }
}

/** What Reddit takes at once. */
const idsPerCall = 100
const checkMs = 90_000

/** Posts that Reddit shows as deleted or removed, or no longer knows: those are silently missing from its answer. */
export function redditDeletionCheck({
  client,
  sourceClock,
}: Pick<SearchReddit, 'client' | 'sourceClock'>): DeletionCheck {
  return {
    source: 'reddit',
    idsPerCall,
    async findGone(sourceIds, signal) {
      const asked = sourceIds.slice(0, idsPerCall)
      if (asked.length === 0) return []
      const deadline = boundedDeadline(checkMs, signal, sourceClock)
      const id = asked.map((one) => `t3_${one}`).join(',')
      const { posts } = await client.list('/api/info', { id }, deadline)
      return withoutPost(asked, posts)
    },
  }
}
