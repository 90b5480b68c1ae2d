import { boundedDeadline, type SourceClock } from '#server/adapters/source-calls/source-clock.ts'
import type { FeedPage, PostFeed, ScanTarget } from '#server/ports.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import type { RedditClient } from './reddit-client.ts'
import { searchPath } from './search-reddit.ts'

export type RedditFeed = {
  client: RedditClient
  /** Where keywords are searched; empty: all of Reddit. */
  communities: readonly string[]
  sourceClock: SourceClock
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
export function redditFeed({ client, communities, sourceClock }: RedditFeed): PostFeed {
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
