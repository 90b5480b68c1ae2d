import {
  boundedDeadline,
  type Deadline,
  type SourceClock,
  searchDeadline,
} from '#server/adapters/source-calls/source-clock.ts'
import type {
  CallBudget,
  Clock,
  DeletionCheck,
  DiscussionSource,
  FeedPage,
  PostFeed,
  ScanTarget,
  SourceAnswer,
  SourceIdentity,
  SourceLimits,
  SourceQuery,
} from '#server/ports.ts'
import { liveAnswer, unaskedAnswer } from '../source-calls/live-answer.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenQuery } from '../source-calls/written-query.ts'
import { type QuestionPage, readQuestions } from './stack-exchange-questions.ts'

export type StackExchange = {
  site: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  http: SourceHttpClient
  budget: Pick<CallBudget, 'learn' | 'pause'>
  /** Without a slash at the end. */
  apiUrl: string
  /** Of the operator; without one there are 300 calls a day. */
  key: string | null
  timeLimitMs: number
  clock: Clock
  sourceClock: SourceClock
}

const searchSize = 50
const pageSize = 100
/** Later ones are for those with a key alone. */
const lastPage = 25
const feedMs = 90_000
const checkMs = 120_000

/** They say with 400 how long to stay away. */
export function findThrottle(status: number, text: string): boolean | number {
  if (status !== 400 || !text.slice(0, 1000).includes('throttle_violation')) return false
  const seconds = Number(/available in (\d{1,6}) seconds/u.exec(text)?.[1] ?? 60)
  return Math.min(Math.max(seconds, 1), 86_400) * 1000
}

const dayMs = 86_400_000

/** What they say of later calls counts for whoever asks next: a pause, and what the day has left. */
async function heed({ budget, clock }: StackExchange, { backoffSeconds, callsLeft }: QuestionPage) {
  if (backoffSeconds !== null && backoffSeconds > 0) await budget.pause(backoffSeconds * 1000)
  if (callsLeft !== null) await budget.learn(callsLeft, dayMs - (clock().getTime() % dayMs))
}

async function ask(
  deps: StackExchange,
  path: string,
  query: Readonly<Record<string, string>>,
  deadline: Deadline,
): Promise<QuestionPage> {
  const { site, key } = deps
  const own = { site: site.name, ...(key === null ? {} : { key }) }
  const answer = await deps.http.ask({ url: `${deps.apiUrl}${path}`, query: { ...query, ...own } }, deadline)
  const read = readQuestions(answer, { source: site.name, url: site.address, community: site.title })
  await heed(deps, read)
  return read
}

/** In `/search/advanced` semicolons mean any of the tags; in `/questions` they would mean all. */
const taggedWith = ({ site }: StackExchange): Record<string, string> =>
  site.communities.length === 0 ? {} : { tagged: site.communities.join(';') }

async function searchSite(
  deps: StackExchange,
  asked: SourceQuery,
  limits: SourceLimits,
): Promise<SourceAnswer> {
  const q = writtenQuery(asked.terms.filter(({ excluded }) => !excluded))
  if (q === null) return unaskedAnswer()
  const deadline = searchDeadline(deps.timeLimitMs, limits.signal, deps.sourceClock)
  const query = { q, sort: 'relevance', order: 'desc', filter: 'withbody', pagesize: `${searchSize}` }
  const read = await ask(deps, '/search/advanced', { ...query, ...taggedWith(deps) }, deadline)
  const notes = read.hasMore ? [`It has more matches than the best ${searchSize}, which were read.`] : []
  const reading = { posts: read.posts, leftOut: read.leftOut, leftOutKinds: 'other entries', notes }
  return liveAnswer(reading, asked.terms, limits.posts)
}

/** One site, searched in titles and texts. */
export function stackExchangeSource(deps: StackExchange): DiscussionSource {
  return {
    name: deps.site.name,
    timeLimitMs: deps.timeLimitMs,
    search: (query, limits) => searchSite(deps, query, limits),
  }
}

const newest = 'newest questions'

async function listNew(
  deps: StackExchange,
  { value }: ScanTarget,
  after: string | null,
  signal: AbortSignal,
): Promise<FeedPage> {
  const deadline = boundedDeadline(feedMs, signal, deps.sourceClock)
  const number = Number(after ?? 1)
  const tag: Record<string, string> = value === newest ? {} : { tagged: value }
  const query = { sort: 'creation', order: 'desc', filter: 'withbody', pagesize: `${pageSize}`, ...tag }
  const { posts, hasMore } = await ask(deps, '/questions', { ...query, page: `${number}` }, deadline)
  return { posts, next: hasMore && number < lastPage ? `${number + 1}` : null }
}

/** The newest questions of the site, or of some tags of it. Keywords would cost calls that a day does not have. */
export function stackExchangeFeed(deps: StackExchange): PostFeed {
  const { name, communities } = deps.site
  const values = communities.length === 0 ? [newest] : communities
  return {
    source: name,
    reads: () => false,
    own: values.map((value) => ({ kind: 'community', value })),
    listNew: (target, after, signal) => listNew(deps, target, after, signal),
  }
}

/** Questions that the site gives no more: a hundred a call, believed while it shows any. */
export function stackExchangeDeletionCheck(deps: StackExchange): DeletionCheck {
  return {
    source: deps.site.name,
    idsPerCall: pageSize,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, deps.sourceClock)
      const asked = sourceIds.filter((id) => /^\d{1,12}$/u.test(id)).slice(0, pageSize)
      const size = { pagesize: `${pageSize}` }
      const path = `/questions/${asked.join(';')}`
      const { ids } = asked.length === 0 ? { ids: [] as string[] } : await ask(deps, path, size, deadline)
      const gone = sourceIds.filter((id) => !ids.includes(id))
      if (gone.length > 0 && ids.length === 0) {
        const shown = await ask(deps, '/questions', { sort: 'creation', pagesize: '1' }, deadline)
        if (shown.ids.length === 0) throw new SourceRefused('shows no questions', 404)
      }
      return gone
    },
  }
}
