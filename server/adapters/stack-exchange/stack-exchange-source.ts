import type {
  CallBudget,
  Clock,
  DeletionCheck,
  DiscussionSource,
  PostFeed,
  SourceIdentity,
} from '#server/ports.ts'
import { checkMs, liveSource, pagedFeed } from '../source-calls/live-source.ts'
import { boundedDeadline, type Deadline, type SourceClock } from '../source-calls/source-clock.ts'
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

/** They say with 400 how long to stay away. */
export function findThrottle(status: number, text: string): boolean | number {
  if (status !== 400 || !text.slice(0, 1000).includes('throttle_violation')) return false
  const seconds = Number(/available in (\d{1,6}) seconds/u.exec(text)?.[1] ?? 60)
  return Math.min(Math.max(seconds, 1), 86_400) * 1000
}

const dayMs = 86_400_000

/** What they say of later calls counts for whoever asks next: a pause, and what the day has left. */
async function applyLimits({ budget, clock }: StackExchange, { backoffSeconds, callsLeft }: QuestionPage) {
  if (backoffSeconds !== null && backoffSeconds > 0) await budget.pause(backoffSeconds * 1000)
  if (callsLeft !== null) await budget.learn(callsLeft, dayMs - (clock().getTime() % dayMs))
}

async function ask(
  deps: StackExchange,
  { path, query }: { path: string; query: Readonly<Record<string, string>> },
  deadline: Deadline,
): Promise<QuestionPage> {
  const { site, key } = deps
  const own = { site: site.name, ...(key === null ? {} : { key }) }
  const answer = await deps.http.ask({ url: `${deps.apiUrl}${path}`, query: { ...query, ...own } }, deadline)
  const read = readQuestions(answer, { source: site.name, url: site.address, community: site.title })
  await applyLimits(deps, read)
  return read
}

/** In `/search/advanced` semicolons mean any of the tags; in `/questions` they would mean all. */
const taggedWith = ({ site }: StackExchange): Record<string, string> =>
  site.communities.length === 0 ? {} : { tagged: site.communities.join(';') }

/** One site, searched in titles and texts. What is excluded is left out afterwards. */
export function stackExchangeSource(deps: StackExchange): DiscussionSource {
  return liveSource({
    ...deps,
    name: deps.site.name,
    writeQuery: (terms) => writtenQuery(terms.filter(({ excluded }) => !excluded)),
    async read(q, deadline) {
      const order = { sort: 'relevance', order: 'desc', filter: 'withbody', pagesize: `${searchSize}` }
      const query = { q, ...order, ...taggedWith(deps) }
      const { posts, leftOut, hasMore } = await ask(deps, { path: '/search/advanced', query }, deadline)
      const notes = hasMore ? [`It has more matches than the best ${searchSize}, which were read.`] : []
      return { posts, leftOut, leftOutKinds: 'other entries', notes }
    },
  })
}

const newest = 'newest questions'

/** The newest questions of the site, or of some tags of it. Keywords would cost calls that a day does not have. */
export function stackExchangeFeed(deps: StackExchange): PostFeed {
  const { name, communities } = deps.site
  return pagedFeed({
    source: name,
    sourceClock: deps.sourceClock,
    reads: () => false,
    own: communities.length === 0 ? [newest] : communities,
    async readPage({ value }, after, deadline) {
      const number = Number(after ?? 1)
      const tag: Record<string, string> = value === newest ? {} : { tagged: value }
      const order = { sort: 'creation', order: 'desc', filter: 'withbody', pagesize: `${pageSize}` }
      const query = { ...order, ...tag, page: `${number}` }
      const { posts, hasMore } = await ask(deps, { path: '/questions', query }, deadline)
      return { posts, next: hasMore && number < lastPage ? `${number + 1}` : null }
    },
  })
}

/** Questions that the site gives no more: a hundred a call, believed while it shows any. */
export function stackExchangeDeletionCheck(deps: StackExchange): DeletionCheck {
  return {
    source: deps.site.name,
    idsPerCall: pageSize,
    async findGone(sourceIds, signal) {
      const deadline = boundedDeadline(checkMs, signal, deps.sourceClock)
      const asked = sourceIds.filter((id) => /^\d{1,12}$/u.test(id)).slice(0, pageSize)
      const request = { path: `/questions/${asked.join(';')}`, query: { pagesize: `${pageSize}` } }
      const ids = asked.length === 0 ? [] : (await ask(deps, request, deadline)).ids
      const gone = sourceIds.filter((id) => !ids.includes(id))
      if (gone.length > 0 && ids.length === 0) {
        const query = { sort: 'creation', pagesize: '1' }
        const shown = await ask(deps, { path: '/questions', query }, deadline)
        if (shown.ids.length === 0) throw new SourceRefused('shows no questions', 404)
      }
      return gone
    },
  }
}
