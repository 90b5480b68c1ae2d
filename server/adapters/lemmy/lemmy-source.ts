import type { ScanTarget } from '#server/source-ports.ts'
import { liveSource, oneByOne, placeName, type SourceCalls } from '../source-calls/live-source.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused, unlessRefused } from '../source-calls/source-failure.ts'
import { writtenKeyword, writtenQuery } from '../source-calls/written-query.ts'
import { type Instance, type InstancePost, readInstancePage, readInstancePost } from './lemmy-posts.ts'

type InstanceDeps = SourceCalls & {
  instance: Instance
  /**
   * The communities that are always read. If there are none, the newest posts of the instance's own
   * communities are read.
   */
  communities: readonly string[]
}

const apiPaths = { lemmy: '/api/v3', piefed: '/api/alpha' }

export function instanceAt(address: string, kind: keyof typeof apiPaths): Instance {
  const { origin } = new URL(address)
  return { name: placeName(new URL(origin)), url: origin, apiUrl: `${origin}${apiPaths[kind]}` }
}

/** Rate limits come with status 400 or 429, depending on the version. */
export function isTemporary(status: number, text: string): boolean {
  return status === 400 && text.slice(0, 200).includes('rate_limit')
}

const pageSize = 50

/** The search of these sites takes only words. Excluded words are filtered afterwards. */
const bareWords = (query: string) =>
  query
    .replaceAll(/(?:^|\s)-(?:"[^"]*"|\S+)/gu, '')
    .replaceAll('"', '')
    .trim()

/** Searches the instance's own communities, so that no two instances return the same post. */
const searchOf = (q: string, sort: string, page: number) => ({
  q,
  type_: 'Posts',
  listing_type: 'Local',
  sort,
  page: `${page}`,
  limit: `${pageSize}`,
})

/** What was requested. A server that does not know the filter also returns other posts. */
type Within = { community: string } | 'its own'

const listOf = (within: Within): Record<string, string> => ({
  sort: 'New',
  limit: `${pageSize}`,
  ...(within === 'its own' ? { type_: 'Local' } : { community_name: within.community, type_: 'All' }),
})

function isWithin({ post, local }: InstancePost & { kind: 'post' }, within: Within): boolean {
  if (within === 'its own') return local !== false
  const [name = '', host] = within.community.toLowerCase().split('@')
  const [ownName, ownHost] = post.community.toLowerCase().split('@')
  return name === ownName && (host === undefined || ownHost === undefined || host === ownHost)
}

const onlyWithin = (read: readonly InstancePost[], within: Within) =>
  read.map((one) => (one.kind === 'post' && !isWithin(one, within) ? { kind: 'left-out' as const } : one))

const othersOf = (read: readonly InstancePost[], within: Within) =>
  read.flatMap((one) => (one.kind === 'post' && !isWithin(one, within) ? [one.post.createdAt] : []))

const postsOf = (read: readonly InstancePost[], withPinned: boolean) =>
  read.flatMap((one) => (one.kind === 'post' && (withPinned || !one.pinned) ? [one.post] : []))

const isUnknownPost = ({ status, message }: SourceRefused) =>
  [404, 410].includes(status) ||
  (status === 400 && /couldnt_find_post|no row was found|not[_ ]found/iu.test(message))

const communityName = /^[\w.-]{2,60}(?:@[\w.:-]{3,100})?$/u

/** The query parameter for the start of a page: a number, or an opaque cursor. */
const placeOf = (after: string | null): Record<string, string> =>
  after === null ? { page: '1' } : /^\d+$/u.test(after) ? { page: after } : { page_cursor: after }

const newest = 'newest posts'

const notesOf = (found: number) => [
  'Only its own communities were searched.',
  ...(found >= pageSize ? [`It may have more matches than the best ${pageSize}, which were read.`] : []),
]

/** New posts of a community (`name` or `name@host`), or for a keyword. */
export function instanceSource({ http, instance, communities, ...calls }: InstanceDeps) {
  const { name, apiUrl } = instance
  const ask = async (path: string, query: Record<string, string>, deadline: Deadline) =>
    readInstancePage(await http.ask({ url: `${apiUrl}${path}`, query }, deadline), instance)
  const list = async (within: Within, after: string | null, deadline: Deadline) => {
    const page = await ask('/post/list', { ...listOf(within), ...placeOf(after) }, deadline)
    return { ...page, posts: onlyWithin(page.posts, within), others: othersOf(page.posts, within) }
  }

  async function searchNew(keyword: string, after: string | null, deadline: Deadline) {
    const query = bareWords(writtenKeyword(keyword) ?? '')
    if (query === '') return null
    const number = Number(after ?? 1)
    const { posts } = await ask('/search', searchOf(query, 'New', number), deadline)
    const next = posts.length >= pageSize ? `${number + 1}` : null
    return { posts: onlyWithin(posts, 'its own'), others: othersOf(posts, 'its own'), next }
  }

  function findPage({ kind, value }: ScanTarget, after: string | null, deadline: Deadline) {
    if (kind === 'keyword') return searchNew(value, after, deadline)
    if (value === newest) return list('its own', after, deadline)
    const community = value.trim().replace(/^!|^\/?c\//u, '')
    if (!communityName.test(community)) return null
    // Communities are configured for all sources together, so an instance that lacks one does not fail.
    return unlessRefused(after === null ? [400, 404] : [], null, () => list({ community }, after, deadline))
  }

  return liveSource({
    ...calls,
    name,
    leftOutKinds: 'removed, adult and unreadable posts',
    writeQuery: (terms) => bareWords(writtenQuery(terms) ?? '') || null,
    async read(query, deadline) {
      const read = await ask('/search', searchOf(query, 'TopAll', 1), deadline)
      const posts = postsOf(onlyWithin(read.posts, 'its own'), true)
      return { posts, leftOut: read.posts.length - posts.length, notes: notesOf(read.posts.length) }
    },
    reads: () => true,
    own: communities.length === 0 ? [newest] : communities,
    async readPage(target, after, deadline) {
      const page = await findPage(target, after, deadline)
      if (page === null) return null
      const next = page.posts.length === 0 ? null : page.next
      // Pinned posts come first whatever their date is.
      return { posts: postsOf(page.posts, false), others: page.others, next }
    },
    check: oneByOne({
      async isGone(id, deadline) {
        try {
          const answer = await http.ask({ url: `${apiUrl}/post`, query: { id } }, deadline)
          return readInstancePost(answer, instance).kind === 'gone'
        } catch (error) {
          if (error instanceof SourceRefused && isUnknownPost(error)) return true
          throw error
        }
      },
      async requireOpen(deadline) {
        const shown = await ask('/post/list', { type_: 'All', sort: 'New', limit: '1' }, deadline)
        if (shown.posts.length === 0) throw new SourceRefused('shows no posts', 404)
      },
    }),
  })
}
