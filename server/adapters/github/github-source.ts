import * as z from 'zod/mini'
import type { FeedPage, Post, ScanTarget, SourceIdentity } from '#server/ports.ts'
import { titleText } from '../html-text/html-to-text.ts'
import { storableText } from '../html-text/storable-text.ts'
import {
  type LiveReading,
  type LiveSource,
  liveSource,
  oneByOne,
  type SourceCalls,
} from '../source-calls/live-source.ts'
import { readWait } from '../source-calls/read-reply.ts'
import { count, instantOf, parseAnswer, text } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenQuery } from '../source-calls/written-query.ts'

export type GithubParts = SourceCalls & {
  /** The title is the repository, `owner/name`; communities are labels. */
  repository: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  apiUrl: string
  /** Of the operator; without one there are 60 calls an hour. */
  token: string | null
}

const issue = z.object({
  number: z.int().check(z.gte(1)),
  title: z.string(),
  body: text,
  comments: count,
  created_at: instantOf(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u),
  reactions: z.catch(z.nullish(z.object({ '+1': count })), null),
  user: z.catch(z.nullish(z.object({ type: text })), null),
  /** There only where it is a pull request. */
  pull_request: z.optional(z.unknown()),
})

const list = z.array(z.unknown())
const found = z.object({ total_count: count, items: list })
const repository = z.object({ private: z.boolean() })

const parse = <S extends z.ZodMiniType>(schema: S, answer: unknown) =>
  parseAnswer(schema, answer, 'is not of GitHub')

/** Forms of issues hold comments that nobody sees. */
const plain = (written: string) =>
  storableText(written.replaceAll('\r\n', '\n').replace(/<!--[\s\S]*?(?:-->|$)/gu, '')).trim()

/** Null for pull requests, for what programs write, and for what cannot be read. */
function readIssue(
  value: unknown,
  { name, address, title: community }: GithubParts['repository'],
): Post | null {
  const read = issue.safeParse(value).data
  if (read === undefined || read.pull_request !== undefined || read.user?.type === 'Bot') return null
  const title = titleText(read.title)
  if (title === '') return null
  return {
    source: name,
    sourceId: `${read.number}`,
    community,
    title,
    selftext: plain(read.body ?? ''),
    url: `${address}/issues/${read.number}`,
    upvotes: read.reactions?.['+1'] ?? null,
    comments: read.comments ?? null,
    createdAt: read.created_at,
    sample: false,
  }
}

const searchSize = 50
const pageSize = 100
/** Lists end here; nobody scans further back. */
const lastPage = 10
const leftOutKinds = 'pull requests and what programs wrote'

/** Rate limits come with 403: with a time, or as a spent rate limit; for short whiles sometimes in words alone. */
export function findGithubLimit(status: number, text: string, headers: Headers): boolean | number {
  if (status !== 403) return false
  const isStated = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'
  if (isStated) return readWait(headers, Date.now())
  return /rate limit/iu.test(text.slice(0, 2000)) ? 60_000 : false
}

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
    return !parse(repository, await ask(deps, { path: pathOf(deps) }, deadline)).private
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
  const { items, total_count: total } = parse(
    found,
    await ask(deps, { path: '/search/issues', query }, deadline),
  )
  const posts = items.flatMap((item) => readIssue(item, deps.repository) ?? [])
  const more = (total ?? 0) > items.length
  const notes = more ? [`It has more matches than the best ${searchSize}, which were read.`] : []
  return { posts, leftOut: items.length - posts.length, leftOutKinds, notes }
}

const newest = 'newest issues'

type PageOf = { target: ScanTarget; after: string | null }

async function readPage(deps: GithubParts, { target, after }: PageOf, deadline: Deadline): Promise<FeedPage> {
  if (after === null) await requirePublic(deps, deadline)
  const number = Number(after ?? 1)
  const label: Record<string, string> = target.value === newest ? {} : { labels: target.value }
  const order = { state: 'all', sort: 'created', direction: 'desc' }
  const query = { ...order, per_page: `${pageSize}`, page: `${number}`, ...label }
  const items = parse(list, await ask(deps, { path: `${pathOf(deps)}/issues`, query }, deadline))
  const posts = items.flatMap((item) => readIssue(item, deps.repository) ?? [])
  return { posts, next: items.length >= pageSize && number < lastPage ? `${number + 1}` : null }
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

/**
 * The issues of one repository, searched in titles and texts; what is excluded is left out afterwards. Its newest
 * ones, or those with some labels, are read: keywords would cost calls of every repository. Deleted are those that
 * are gone or moved away, all of them once the repository is not for everybody any more.
 */
export function githubSource(parts: GithubParts): LiveSource {
  const { name, communities } = parts.repository
  return liveSource({
    ...parts,
    name,
    writeQuery: (terms) => writtenQuery(terms.filter(({ excluded }) => !excluded)),
    read: (query, deadline) => search(parts, query, deadline),
    reads: () => false,
    own: communities.length === 0 ? [newest] : communities,
    readPage: (target, after, deadline) => readPage(parts, { target, after }, deadline),
    check: oneByOne({
      isThere: (deadline) => isPublic(parts, deadline),
      isGone: (id, deadline) => isGone(parts, id, deadline),
    }),
  })
}
