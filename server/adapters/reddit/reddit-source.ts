import type { DeletionCheck, DiscussionSource, PostFeed, ScanTarget } from '#server/ports.ts'
import { liveSource, pagedFeed } from '../source-calls/live-source.ts'
import type { Deadline, SourceClock } from '../source-calls/source-clock.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import type { RedditClient } from './reddit-client.ts'
import { leftOutKinds, postsOf, type RedditReading, redditCheck, sortPosts } from './reddit-post.ts'

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

type Reading = RedditReading & { notes: string[] }

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
      sortPosts(read.posts, reading)
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

export function redditSource(deps: SearchReddit): DiscussionSource {
  const within =
    deps.communities.length === 0
      ? []
      : [`Only these communities were searched: ${deps.communities.join(', ')}.`]
  return liveSource({
    ...deps,
    name: 'reddit',
    async read(q, deadline, most) {
      const { posts, leftOut, notes } = await readPages(deps, { q, most }, deadline)
      return { posts: [...posts.values()], leftOut, leftOutKinds, notes: [...notes, ...within] }
    },
  })
}

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

export function redditFeed({
  client,
  communities,
  sourceClock,
}: Omit<SearchReddit, 'timeLimitMs'>): PostFeed {
  return pagedFeed({
    source: 'reddit',
    sourceClock,
    reads: () => true,
    async readPage(target, after, deadline) {
      const where = whereNew(target, communities)
      if (where === null) return null
      const query = { ...where.query, limit: `${pageSize}`, ...(after === null ? {} : { after }) }
      const page = await client.list(where.path, query, deadline)
      return { posts: postsOf(page.posts), next: page.after }
    },
  })
}

/** Posts that Reddit shows as deleted or removed, or no longer knows: those are silently missing from its answer. */
export function redditDeletionCheck({
  client,
  sourceClock,
}: Pick<SearchReddit, 'client' | 'sourceClock'>): DeletionCheck {
  return redditCheck({
    sourceClock,
    idsPerCall: 100,
    readPosts: (ids, deadline) =>
      client.list('/api/info', { id: ids.map((one) => `t3_${one}`).join(',') }, deadline),
  })
}
