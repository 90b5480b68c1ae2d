import type { ScanTarget } from '#server/ports.ts'
import { type LiveSource, liveSource, type SourceCalls } from '../source-calls/live-source.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import type { RedditClient } from './reddit-client.ts'
import { findGone, leftOutKinds, postsOf, type RedditReading, sortPosts } from './reddit-post.ts'

/** Reddit's own most; a search ends near 250 posts however it is paged. */
const pageSize = 100
const mostPages = 3

export type Reddit = Omit<SourceCalls, 'http'> & {
  client: RedditClient
  /** Empty: all of Reddit. */
  communities: readonly string[]
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
  { client, communities }: Reddit,
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

/** Gone are posts that Reddit shows as deleted or removed, or no longer knows: those are silently missing from its answer. */
export function redditSource(parts: Reddit): LiveSource {
  const { client, communities } = parts
  const within =
    communities.length === 0 ? [] : [`Only these communities were searched: ${communities.join(', ')}.`]
  return liveSource({
    ...parts,
    name: 'reddit',
    leftOutKinds,
    async read(q, deadline, most) {
      const { posts, leftOut, notes } = await readPages(parts, { q, most }, deadline)
      return { posts: [...posts.values()], leftOut, notes: [...notes, ...within] }
    },
    reads: () => true,
    async readPage(target, after, deadline) {
      const where = whereNew(target, communities)
      if (where === null) return null
      const query = { ...where.query, limit: `${pageSize}`, ...(after === null ? {} : { after }) }
      const page = await client.list(where.path, query, deadline)
      return { posts: postsOf(page.posts), next: page.after }
    },
    check: {
      idsPerCall: 100,
      async findGone(ids, deadline) {
        const asked = { id: ids.map((one) => `t3_${one}`).join(',') }
        return findGone(ids, (await client.list('/api/info', asked, deadline)).posts)
      },
    },
  })
}
