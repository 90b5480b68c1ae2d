import * as z from 'zod/mini'
import type { SourceIdentity } from '#server/source-ports.ts'
import { plainTitle } from '../html-text/html-to-text.ts'
import { storableText } from '../html-text/storable-text.ts'
import { liveSource, oneByOne, onlyBest, type SourceCalls } from '../source-calls/live-source.ts'
import { readWait } from '../source-calls/read-reply.ts'
import { count, entries, instantOf, parseAnswer, text } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused, unlessRefused } from '../source-calls/source-failure.ts'
import { writtenWanted } from '../source-calls/written-query.ts'

export type GithubDeps = SourceCalls & {
  /** The title is the repository, `owner/name`; communities are labels. */
  repository: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  apiUrl: string
  /** The operator's token. Without a token, 60 calls an hour are allowed. */
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
  repository_url: text,
  labels: z.catch(z.nullish(z.array(z.object({ name: text }))), null),
  /** Present only if the issue is a pull request. */
  pull_request: z.optional(z.unknown()),
})

const list = entries
const found = z.object({ total_count: count, items: list })
const access = z.object({ private: z.boolean() })

const parse = <S extends z.ZodMiniType>(schema: S, answer: unknown) =>
  parseAnswer(schema, answer, 'is not from GitHub')

/** Removes hidden comments, which issue forms contain. */
const plain = (written: string) =>
  storableText(written.replaceAll('\r\n', '\n').replace(/<!--[\s\S]*?(?:-->|$)/gu, '')).trim()

/** Whether an issue is what was requested. Missing fields count as a match. */
function isWithin({ repository_url: at, labels }: z.infer<typeof issue>, repository: Asked): boolean {
  const path = at === null || at === undefined ? null : /\/repos\/([^/]+\/[^/]+)\/?$/u.exec(at)?.[1]
  if (path && path.toLowerCase() !== repository.title.toLowerCase()) return false
  const named = labels?.map((label) => label.name?.toLowerCase())
  return (
    named === undefined ||
    repository.communities.length === 0 ||
    repository.communities.some((label) => named.includes(label.toLowerCase()))
  )
}

type Asked = GithubDeps['repository']

/** Null for pull requests, issues by bots, issues that were not requested, and invalid ones. */
function readIssue(value: unknown, repository: Asked) {
  const { name, address, title: community } = repository
  const read = issue.safeParse(value).data
  if (read === undefined || read.pull_request !== undefined || read.user?.type === 'Bot') return null
  if (!isWithin(read, repository)) return null
  const title = plainTitle(read.title)
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

const readIssues = (items: readonly unknown[], repository: Asked) =>
  items.flatMap((item) => readIssue(item, repository) ?? [])

const searchSize = 50
const pageSize = 100
/** GitHub's pagination ends at this page, so no scan reads further back. */
const lastPage = 10

/**
 * Rate limits come with status 403. Their headers contain a delay or an exhausted limit, but a secondary
 * limit is sometimes only named in the text.
 */
export function findGithubLimit(status: number, text: string, headers: Headers): boolean | number {
  if (status !== 403) return false
  const isStated = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0'
  if (isStated) return readWait(headers, Date.now())
  return /rate limit/iu.test(text.slice(0, 2000)) ? 60_000 : false
}

/** Statuses of a repository that was renamed or transferred. */
const movedStatuses = [301, 302, 307, 308]

const newest = 'newest issues'

/**
 * The issues of one repository. Titles and texts are searched; excluded words are filtered afterwards. The
 * scan reads the newest issues, or those with certain labels. It reads no keywords, because each keyword
 * would cost calls for every repository. Issues that are gone or moved count as deleted. Once the repository
 * is no longer public, all of its issues count as deleted.
 */
export function githubSource({ http, apiUrl, token, repository, ...calls }: GithubDeps) {
  const { name, title, communities } = repository
  const path = `/repos/${title}`
  const headers = {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  const ask = (at: string, deadline: Deadline, query: Record<string, string> = {}) =>
    http.ask({ url: `${apiUrl}${at}`, query, headers }, deadline)

  /** A repository that we cannot read is not public. */
  async function isPublic(deadline: Deadline): Promise<boolean> {
    try {
      return !parse(access, await ask(path, deadline)).private
    } catch (error) {
      if (!(error instanceof SourceRefused)) throw error
      if ([404, 410, 451].includes(error.status)) return false
      if (!movedStatuses.includes(error.status)) throw error
      // Redirects are not followed, because the new name may belong to another owner. The operator has to
      // decide.
      const sentence = 'was renamed or moved: remove it here and add it by its new address'
      throw new SourceRefused(sentence, error.status)
    }
  }

  return liveSource({
    ...calls,
    name,
    leftOutKinds: 'pull requests and what programs wrote',
    writeQuery: writtenWanted,
    async read(words, deadline) {
      // Labels with commas between them mean any of these labels.
      const anyOf = communities.map((label) => `"${label}"`).join()
      const labels = anyOf === '' ? [] : [`label:${anyOf}`]
      const q = [words, `repo:${title}`, 'is:issue', 'is:public', 'in:title,body', ...labels].join(' ')
      const answer = await ask('/search/issues', deadline, { q, per_page: `${searchSize}` })
      const { items, total_count: total } = parse(found, answer)
      const posts = readIssues(items, repository)
      const notes = onlyBest(searchSize, (total ?? 0) > items.length)
      return { posts, leftOut: items.length - posts.length, notes }
    },
    reads: () => false,
    own: communities.length === 0 ? [newest] : communities,
    async readPage({ value }, after, deadline) {
      // A token may have access to private repositories, which must never be shown.
      if (after === null && !(await isPublic(deadline))) {
        throw new SourceRefused('shows no public repository of this name', 403)
      }
      const number = Number(after ?? 1)
      const order = { state: 'all', sort: 'created', direction: 'desc', per_page: `${pageSize}` }
      const query = { ...order, page: `${number}`, ...(value === newest ? {} : { labels: value }) }
      const items = parse(list, await ask(`${path}/issues`, deadline, query))
      const next = items.length >= pageSize && number < lastPage ? `${number + 1}` : null
      const asked = { ...repository, communities: value === newest ? [] : [value] }
      return { posts: readIssues(items, asked), next }
    },
    check: oneByOne({
      isThere: isPublic,
      // Gone: deleted, or moved to another repository.
      isGone: (id, deadline) =>
        unlessRefused([301, 404, 410], true, async () => {
          await ask(`${path}/issues/${id}`, deadline)
          return false
        }),
    }),
  })
}
