import type { FeedPage, ScanTarget } from '#server/ports.ts'
import { type LiveSource, liveSource, oneByOne, type SourceCalls } from '../source-calls/live-source.ts'
import { placeName } from '../source-calls/place-name.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenKeyword, writtenQuery } from '../source-calls/written-query.ts'
import { type InstancePost, readInstancePage, readInstancePost } from './lemmy-posts.ts'

/** An instance of Lemmy or PieFed; both have the same API, at different addresses. */
export type Instance = { name: string; url: string; apiUrl: string }

type InstanceParts = SourceCalls & {
  instance: Instance
  /** Read whatever else is set; none: the newest posts of its own. */
  communities: readonly string[]
}

const apiPaths = { lemmy: '/api/v3', piefed: '/api/alpha' }

export function instanceAt(address: string, kind: keyof typeof apiPaths): Instance {
  const { origin } = new URL(address)
  return { name: placeName(new URL(origin)), url: origin, apiUrl: `${origin}${apiPaths[kind]}` }
}

/** They say so with 400 or 429, by version. */
export function isTemporary(status: number, text: string): boolean {
  return status === 400 && text.slice(0, 200).includes('rate_limit')
}

const pageSize = 50
const leftOutKinds = 'removed, adult and unreadable posts'

type Query = Record<string, string>

/** Calls of an instance that end together. */
type Calls = InstanceParts & { deadline: Deadline }

async function ask({ http, instance, deadline }: Calls, path: string, query: Query) {
  const answer = await http.ask({ url: `${instance.apiUrl}${path}`, query }, deadline)
  return readInstancePage(answer, { source: instance.name, url: instance.url })
}

/** Their search takes words alone. What is excluded is left out afterwards. */
const bareWords = (query: string) =>
  query
    .replaceAll(/(?:^|\s)-(?:"[^"]*"|\S+)/gu, '')
    .replaceAll('"', '')
    .trim()

/** Posts of the instance's own communities, so that no two instances give the same one. */
const searchOf = (q: string, sort: string, page: number): Query => ({
  q,
  type_: 'Posts',
  listing_type: 'Local',
  sort,
  page: `${page}`,
  limit: `${pageSize}`,
})

const postsOf = (read: readonly InstancePost[], withPinned: boolean) =>
  read.flatMap((one) => (one.kind === 'post' && (withPinned || !one.pinned) ? [one.post] : []))

async function search(calls: Calls, query: string) {
  const read = await ask(calls, '/search', searchOf(query, 'TopAll', 1))
  const posts = postsOf(read.posts, true)
  const notes = [
    'Only communities of its own were searched.',
    ...(read.posts.length >= pageSize
      ? [`It may have more matches than the best ${pageSize}, which were read.`]
      : []),
  ]
  return { posts, leftOut: read.posts.length - posts.length, leftOutKinds, notes }
}

const communityName = /^[\w.-]{2,60}(?:@[\w.:-]{3,100})?$/u

/** Where a page begins: at a number, or at a mark that only the instance reads. */
const placeOf = (after: string | null): Query =>
  after === null ? { page: '1' } : /^\d+$/u.test(after) ? { page: after } : { page_cursor: after }

const newest = 'newest posts'

const listNewest = (calls: Calls, after: string | null) =>
  ask(calls, '/post/list', { type_: 'Local', sort: 'New', limit: `${pageSize}`, ...placeOf(after) })

async function listCommunity(calls: Calls, name: string, after: string | null) {
  const query = { community_name: name, type_: 'All', sort: 'New', limit: `${pageSize}`, ...placeOf(after) }
  try {
    return await ask(calls, '/post/list', query)
  } catch (error) {
    // Communities are set for all sources together; one that this instance does not have is no error.
    const isUnknown = error instanceof SourceRefused && [400, 404].includes(error.status)
    if (isUnknown && after === null) return null
    throw error
  }
}

async function searchNew(calls: Calls, keyword: string, after: string | null) {
  const query = bareWords(writtenKeyword(keyword) ?? '')
  if (query === '') return null
  const number = Number(after ?? 1)
  const { posts } = await ask(calls, '/search', searchOf(query, 'New', number))
  return { posts, next: posts.length >= pageSize ? `${number + 1}` : null }
}

function findPage(calls: Calls, { kind, value }: ScanTarget, after: string | null) {
  if (kind === 'keyword') return searchNew(calls, value, after)
  if (value === newest) return listNewest(calls, after)
  const name = value.trim().replace(/^!|^\/?c\//u, '')
  return communityName.test(name) ? listCommunity(calls, name, after) : null
}

async function readPage(calls: Calls, target: ScanTarget, after: string | null): Promise<FeedPage | null> {
  const page = await findPage(calls, target, after)
  if (page === null) return null
  // Pinned ones come first whatever their date.
  return { posts: postsOf(page.posts, false), next: page.posts.length === 0 ? null : page.next }
}

/** Deleted, removed, or not known there. */
async function isGone({ instance, http, deadline }: Calls, id: string): Promise<boolean> {
  try {
    const answer = await http.ask({ url: `${instance.apiUrl}/post`, query: { id } }, deadline)
    return readInstancePost(answer, { source: instance.name, url: instance.url }).kind === 'gone'
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    if ([404, 410].includes(error.status)) return true
    if (error.status === 400 && /couldnt_find_post|no row was found|not[_ ]found/iu.test(error.message))
      return true
    throw error
  }
}

async function requireOpen(calls: Calls): Promise<void> {
  const shown = await ask(calls, '/post/list', { type_: 'All', sort: 'New', limit: '1' })
  if (shown.posts.length === 0) throw new SourceRefused('shows no posts', 404)
}

/** Its new posts are those of a community, `name` or `name@host`, or for a keyword. */
export function instanceSource(parts: InstanceParts): LiveSource {
  const { instance, communities } = parts
  const until = (deadline: Deadline): Calls => ({ ...parts, deadline })
  return liveSource({
    ...parts,
    name: instance.name,
    writeQuery: (terms) => bareWords(writtenQuery(terms) ?? '') || null,
    read: (query, deadline) => search(until(deadline), query),
    reads: () => true,
    own: communities.length === 0 ? [newest] : communities,
    readPage: (target, after, deadline) => readPage(until(deadline), target, after),
    check: oneByOne({
      isGone: (id, deadline) => isGone(until(deadline), id),
      requireOpen: (deadline) => requireOpen(until(deadline)),
    }),
  })
}
