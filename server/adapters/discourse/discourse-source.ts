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
  PostFeed,
  ScanTarget,
  SourceAnswer,
  SourceLimits,
  SourceQuery,
} from '#server/ports.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenKeyword, writtenQuery } from '../source-calls/written-query.ts'
import type { DiscourseClient } from './discourse-client.ts'
import type { DiscourseForum } from './discourse-forum.ts'

export type Discourse = {
  forum: DiscourseForum
  client: DiscourseClient
  timeLimitMs: number
  sourceClock: SourceClock
  /** Of a page of new topics so many are read; all unless told otherwise. */
  mostTopics?: number
}

/** A search gives parts of texts; the whole of so many is asked for, a call each. */
const mostRead = 20
const feedMs = 90_000
const checkMs = 120_000
const idsPerCall = 25

const leftOutKinds = 'deleted and hidden topics'

/** `@` and `#` would ask for authors and for categories. */
const inForum = (query: string, { categories }: DiscourseForum, more: readonly string[] = []) => {
  const [category] = categories
  const only = category !== undefined && categories.length === 1 ? [`category:${category.id}`] : []
  return [query.replaceAll(/[@#]/gu, ' ').trim(), 'in:first', ...only, ...more].join(' ')
}

/** Where several categories were named, the search cannot ask for all of them at once. */
function describeWithin({ categories }: DiscourseForum): string[] {
  if (categories.length === 0) return []
  return categories.length === 1
    ? [`Only this category was searched: ${categories[0]?.path}.`]
    : ['All of its categories were searched; the scan reads only those that were named.']
}

async function searchForum(deps: Discourse, asked: SourceQuery, limits: SourceLimits): Promise<SourceAnswer> {
  const query = writtenQuery(asked.terms)
  if (query === null) return unaskedAnswer()
  const { client, forum } = deps
  const deadline = searchDeadline(deps.timeLimitMs, limits.signal, deps.sourceClock)
  const { ids, hasMore } = await client.search(inForum(query, forum), 1, deadline)
  const { posts, leftOut, failure } = await client.readTopics(ids.slice(0, mostRead), deadline)
  if (failure !== null && posts.length === 0) throw failure
  const notes = [
    ...(hasMore || ids.length > mostRead
      ? [`It has more matches than the best ${mostRead}, which were read.`]
      : []),
    ...(failure === null ? [] : [`Some of its matches were not read: it ${failure.message}.`]),
    ...describeWithin(forum),
  ]
  return liveAnswer({ posts, leftOut, leftOutKinds, notes }, asked.terms, limits.posts)
}

/** One forum, searched where its readers search it. */
export function discourseSource(deps: Discourse): DiscussionSource {
  return {
    name: deps.forum.name,
    timeLimitMs: deps.timeLimitMs,
    search: (query, limits) => searchForum(deps, query, limits),
  }
}

const newest = 'newest topics'

type PageOf = { target: ScanTarget; page: number }

function listPage({ forum, client }: Discourse, { target, page }: PageOf, deadline: Deadline) {
  const { kind, value } = target
  if (kind === 'community') {
    const path = value === newest ? null : value
    return client.listNewest(path, page, deadline)
  }
  const query = writtenKeyword(value)
  if (query === null) return null
  return client.search(inForum(query, forum, ['order:latest_topic']), page + 1, deadline)
}

/** Reads a page of topics, one call for each; one that fails fails the page, so that none is lost. */
async function readPage(deps: Discourse, asked: PageOf, signal: AbortSignal): Promise<FeedPage> {
  const deadline = boundedDeadline(feedMs, signal, deps.sourceClock)
  const list = await listPage(deps, asked, deadline)
  if (list === null) return { posts: [], next: null }
  const { posts, failure } = await deps.client.readTopics(list.ids.slice(0, deps.mostTopics), deadline)
  if (failure !== null) throw failure
  return { posts, next: list.hasMore ? `${asked.page + 1}` : null }
}

/** The newest topics of the forum or of the named categories, and of keywords. */
export function discourseFeed(deps: Discourse): PostFeed {
  const { name, categories } = deps.forum
  const values = categories.length === 0 ? [newest] : categories.map(({ path }) => path)
  return {
    source: name,
    reads: (kind) => kind === 'keyword',
    own: values.map((value) => ({ kind: 'community', value })),
    listNew: (target, after, signal) => readPage(deps, { target, page: Number(after ?? 0) }, signal),
  }
}

/** A forum that lets nobody in any more has deleted nothing: only while it shows its topics is one missing. */
async function requireOpen({ client }: Discourse, deadline: Deadline): Promise<void> {
  const { ids } = await client.listNewest(null, 0, deadline)
  if (ids.length === 0) throw new SourceRefused('shows no topics', 403)
}

/** Topics that were deleted, hidden, or moved to where not everybody may read: one call each. */
export function discourseDeletionCheck(deps: Discourse): DeletionCheck {
  return {
    source: deps.forum.name,
    idsPerCall,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, deps.sourceClock)
      const gone: string[] = []
      for (const id of sourceIds.slice(0, idsPerCall)) {
        if (!/^\d{1,12}$/u.test(id) || (await deps.client.findTopic(id, deadline)) === null) gone.push(id)
      }
      if (gone.length > 0) await requireOpen(deps, deadline)
      return gone
    },
  }
}
