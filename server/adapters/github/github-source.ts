import type {
  DeletionCheck,
  DiscussionSource,
  FeedPage,
  PostFeed,
  ScanTarget,
  SourceIdentity,
} from '#server/ports.ts'
import type { LiveReading } from '../source-calls/live-answer.ts'
import { checkOneByOne, liveSource, pagedFeed } from '../source-calls/live-source.ts'
import { readWait } from '../source-calls/rate-headers.ts'
import type { Deadline, SourceClock } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import type { SourceHttpClient } from '../source-calls/source-http-client.ts'
import { writtenQuery } from '../source-calls/written-query.ts'
import { isPublicRepository, readFoundIssues, readIssueList } from './github-issues.ts'

export type GithubParts = {
  /** The title is the repository, `owner/name`; communities are labels. */
  repository: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  http: SourceHttpClient
  /** Without a slash at the end. */
  apiUrl: string
  /** Of the operator; without one there are 60 calls an hour. */
  token: string | null
  timeLimitMs: number
  sourceClock: SourceClock
}

const searchSize = 50
const pageSize = 100
/** Lists end here; nobody scans further back. */
const lastPage = 10
const leftOutKinds = 'pull requests and what programs wrote'

/** Rate limits come with 403: with a time, or as a spent allowance; for short whiles sometimes in words alone. */
export function findGithubLimit(status: number, text: string, headers: Headers): boolean | number {
  if (status !== 403) return false
  const isStated = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'
  if (isStated) return readWait(headers, Date.now())
  return /rate limit/iu.test(text.slice(0, 2000)) ? 60_000 : false
}

const placeOf = ({ repository: { name, address, title } }: GithubParts) => ({
  source: name,
  url: address,
  community: title,
})

function ask(
  { http, apiUrl, token }: GithubParts,
  { path, query = {} }: { path: string; query?: Record<string, string> },
  deadline: Deadline,
): Promise<unknown> {
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  return http.ask({ url: `${apiUrl}${path}`, query, headers }, deadline)
}

const pathOf = ({ repository }: GithubParts) => `/repos/${repository.title}`

const movedStatuses = [301, 302, 307, 308]

/** One that is not there for us is not there for everybody. */
async function isPublic(deps: GithubParts, deadline: Deadline): Promise<boolean> {
  try {
    return isPublicRepository(await ask(deps, { path: pathOf(deps) }, deadline))
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    if ([404, 410, 451].includes(error.status)) return false
    if (!movedStatuses.includes(error.status)) throw error
    // Whoever has the new name may be another owner: the operator decides, nothing follows by itself.
    const sentence = 'was renamed or moved: remove it here and add it by its new address'
    throw new SourceRefused(sentence, error.status)
  }
}

/** A token may open what is not for everybody: none of that may ever be shown. */
async function requirePublic(deps: GithubParts, deadline: Deadline): Promise<void> {
  if (await isPublic(deps, deadline)) return
  throw new SourceRefused('shows no public repository of this name', 403)
}

async function search(deps: GithubParts, words: string, deadline: Deadline): Promise<LiveReading> {
  const { title, communities } = deps.repository
  // Commas mean any of them.
  const anyOf = communities.map((label) => `"${label}"`).join()
  const labels = anyOf === '' ? [] : [`label:${anyOf}`]
  const q = [words, `repo:${title}`, 'is:issue', 'is:public', 'in:title,body', ...labels].join(' ')
  const query = { q, per_page: `${searchSize}` }
  const found = readFoundIssues(await ask(deps, { path: '/search/issues', query }, deadline), placeOf(deps))
  const notes =
    found.total > found.read ? [`It has more matches than the best ${searchSize}, which were read.`] : []
  return { posts: found.posts, leftOut: found.leftOut, leftOutKinds, notes }
}

/** The issues of one repository, searched in titles and texts. What is excluded is left out afterwards. */
export function githubSource(deps: GithubParts): DiscussionSource {
  return liveSource({
    ...deps,
    name: deps.repository.name,
    writeQuery: (terms) => writtenQuery(terms.filter(({ excluded }) => !excluded)),
    read: (query, deadline) => search(deps, query, deadline),
  })
}

const newest = 'newest issues'

type PageOf = { target: ScanTarget; after: string | null }

async function readPage(deps: GithubParts, { target, after }: PageOf, deadline: Deadline): Promise<FeedPage> {
  if (after === null) await requirePublic(deps, deadline)
  const number = Number(after ?? 1)
  const label: Record<string, string> = target.value === newest ? {} : { labels: target.value }
  const order = { state: 'all', sort: 'created', direction: 'desc' }
  const query = { ...order, per_page: `${pageSize}`, page: `${number}`, ...label }
  const answer = await ask(deps, { path: `${pathOf(deps)}/issues`, query }, deadline)
  const { posts, read } = readIssueList(answer, placeOf(deps))
  return { posts, next: read >= pageSize && number < lastPage ? `${number + 1}` : null }
}

/** The newest issues of the repository, or those with some labels. Keywords would cost calls of every repository. */
export function githubFeed(deps: GithubParts): PostFeed {
  const { name, communities } = deps.repository
  return pagedFeed({
    source: name,
    sourceClock: deps.sourceClock,
    reads: () => false,
    own: communities.length === 0 ? [newest] : communities,
    readPage: (target, after, deadline) => readPage(deps, { target, after }, deadline),
  })
}

/** Deleted, or moved to another repository. */
async function isGone(deps: GithubParts, id: string, deadline: Deadline): Promise<boolean> {
  try {
    await ask(deps, { path: `${pathOf(deps)}/issues/${id}` }, deadline)
    return false
  } catch (error) {
    if (error instanceof SourceRefused && [301, 404, 410].includes(error.status)) return true
    throw error
  }
}

/** Issues that were deleted or moved away; all of them once the repository is not for everybody any more. */
export function githubDeletionCheck(deps: GithubParts): DeletionCheck {
  const { repository, sourceClock } = deps
  return checkOneByOne({
    source: repository.name,
    sourceClock,
    isThere: (deadline) => isPublic(deps, deadline),
    isGone: (id, deadline) => isGone(deps, id, deadline),
  })
}
