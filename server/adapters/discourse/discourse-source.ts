import { cutText } from '#contract/cut-text.ts'
import type { ScanTarget, SourceIdentity } from '#server/source-ports.ts'
import { liveSource, oneByOne, onlyBest, placeName, type SourceCalls } from '../source-calls/live-source.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenKeyword } from '../source-calls/written-query.ts'
import type { DiscourseClient } from './discourse-client.ts'

/** A forum, or some of its categories, each by its path, such as `features/5`. */
export type Forum = Omit<SourceIdentity, 'title'>

export type Discourse = Omit<SourceCalls, 'http'> & {
  forum: Forum
  client: DiscourseClient
  /** The maximum number of topics to read from each page of new topics. All by default. */
  mostTopics?: number | undefined
}

/** Longer paths cannot be categories. */
const mostPathCharacters = 2000
const inCategory = /^(.*?)\/c\/((?:[^/]+\/){1,3}?\d{1,9})(?:\/|$)/u

/**
 * The forums in a list of URLs. URLs of several categories of one forum result in one forum with these
 * categories.
 */
export function listForums(addresses: readonly string[]): Forum[] {
  const forums = new Map<string, Forum>()
  for (const given of addresses) {
    const url = new URL(given)
    const [, base = url.pathname, category] = inCategory.exec(cutText(url.pathname, mostPathCharacters)) ?? []
    url.pathname = base.replace(/\/(?:latest|categories|top)?\/?$/u, '')
    url.search = ''
    const address = url.href.replace(/\/$/u, '')
    const known = forums.get(address)?.communities
    const communities = category === undefined || known?.length === 0 ? [] : [...(known ?? []), category]
    forums.set(address, { kind: 'discourse', name: placeName(url), address, communities })
  }
  return [...forums.values()]
}

/**
 * A search returns only excerpts of topics. This many topics are then fetched completely, with one call each.
 */
const mostRead = 20

/** Removes `@` and `#`, which would search for authors and categories. */
const inForum = (query: string, { communities }: Forum, more: readonly string[] = []) => {
  const only = communities.length === 1 ? [`category:${communities[0]?.split('/').at(-1)}`] : []
  return [query.replaceAll(/[@#]/gu, ' ').trim(), 'in:first', ...only, ...more].join(' ')
}

/**
 * The search API accepts only one category. If several categories were chosen, the whole forum is searched.
 */
function describeWithin({ communities }: Forum): string[] {
  if (communities.length === 0) return []
  return communities.length === 1
    ? [`Only this category was searched: ${communities[0]}.`]
    : ['All of its categories were searched; the scan reads only those that were named.']
}

const newest = 'newest topics'

/** The id at the end of a category's path. */
const categoryOf = (path: string | undefined) => (path === undefined ? null : Number(path.split('/').at(-1)))

/** Topics that a forum returned although they were not requested. */
function describeOthers({ length }: readonly Date[]): string[] {
  if (length === 0) return []
  const topics =
    length === 1 ? '1 topic of another category was' : `${length} topics of other categories were`
  return [`${topics} left out: the forum returned topics outside the requested category.`]
}

/** Topics count as deleted if they were deleted, hidden, or are no longer public. */
export function discourseSource({ client, forum, mostTopics, ...calls }: Discourse) {
  const { name, communities } = forum

  function listPage({ kind, value }: ScanTarget, page: number, deadline: Deadline) {
    if (kind === 'community') return client.listNewest(value === newest ? null : value, page, deadline)
    const query = writtenKeyword(value)
    return query && client.search(inForum(query, forum, ['order:latest_topic']), page + 1, deadline)
  }

  return liveSource({
    ...calls,
    name,
    leftOutKinds: 'deleted and hidden topics, and topics of other categories',
    async read(query, deadline) {
      const { ids, hasMore } = await client.search(inForum(query, forum), 1, deadline)
      const category = communities.length === 1 ? categoryOf(communities[0]) : null
      const wanted = { ids: ids.slice(0, mostRead), category }
      const { posts, leftOut, failure } = await client.readTopics(wanted, deadline)
      if (failure !== null && posts.length === 0) throw failure
      const notes = [
        ...onlyBest(mostRead, hasMore || ids.length > mostRead),
        ...(failure === null ? [] : [`Some of its matches were not read: it ${failure.message}.`]),
        ...describeWithin(forum),
      ]
      return { posts, leftOut, notes }
    },
    reads: (kind) => kind === 'keyword',
    own: communities.length === 0 ? [newest] : communities,
    async readPage(target, after, deadline) {
      const page = Number(after ?? 0)
      const list = await listPage(target, page, deadline)
      if (!list) return null
      const { kind, value } = target
      const category = kind === 'keyword' || value === newest ? null : categoryOf(value)
      const wanted = { ids: list.ids.slice(0, mostTopics), category }
      const { posts, others, failure } = await client.readTopics(wanted, deadline)
      // If a topic fails, the whole page fails, so that no topic is skipped.
      if (failure !== null) throw failure
      return { posts, others, notes: describeOthers(others), next: list.hasMore ? `${page + 1}` : null }
    },
    check: oneByOne({
      isGone: async (id, deadline) => (await client.findTopic(id, deadline)) === null,
      // If a forum no longer admits anybody, its topics do not count as deleted.
      async requireOpen(deadline) {
        const { ids } = await client.listNewest(null, 0, deadline)
        if (ids.length === 0) throw new SourceRefused('shows no topics', 403)
      },
    }),
  })
}
