import * as z from 'zod/mini'
import type { CallBudget, Clock, Post, PostAttribution, SourceIdentity } from '#server/ports.ts'
import { htmlToText, titleText } from '../html-text/html-to-text.ts'
import { type LiveSource, liveSource, type SourceCalls } from '../source-calls/live-source.ts'
import { flag, parseAnswer, score, text, unixSeconds, webAddress } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenQuery } from '../source-calls/written-query.ts'

export type StackExchange = SourceCalls & {
  site: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  budget: Pick<CallBudget, 'learn' | 'pause'>
  apiUrl: string
  /** Of the operator; without one there are 300 calls a day. */
  key: string | null
  clock: Clock
}

const question = z.object({
  question_id: z.int().check(z.gte(1)),
  title: z.string(),
  body: text,
  link: text,
  score,
  answer_count: score,
  creation_date: unixSeconds,
  content_license: text,
  owner: z.catch(z.nullish(z.object({ display_name: text, link: text })), null),
})

const page = z.object({
  items: z.array(z.unknown()),
  has_more: flag,
  backoff: z.catch(z.nullish(z.int().check(z.gte(0), z.lte(86_400))), null),
  quota_remaining: z.catch(z.nullish(z.int().check(z.gte(0))), null),
})

/** With the licence as the site names it, such as `CC BY-SA 4.0`. */
function attributionOf({ owner, content_license: named }: z.infer<typeof question>): PostAttribution {
  const author = titleText(owner?.display_name ?? '').slice(0, 200)
  const version = /^CC BY-SA (\d\.\d)$/u.exec(named ?? '')?.[1] ?? '4.0'
  return {
    author: author === '' ? 'a deleted user' : author,
    authorUrl: webAddress(owner?.link),
    license: `CC BY-SA ${version}`,
    licenseUrl: `https://creativecommons.org/licenses/by-sa/${version}/`,
  }
}

function readQuestion(
  value: unknown,
  { name, address, title: community }: StackExchange['site'],
): Post | null {
  const parsed = question.safeParse(value)
  if (!parsed.success) return null
  const { question_id: id, link, answer_count: answers, creation_date: seconds } = parsed.data
  const title = titleText(parsed.data.title)
  if (title === '') return null
  return {
    source: name,
    sourceId: `${id}`,
    community,
    title,
    selftext: htmlToText(parsed.data.body ?? ''),
    url: webAddress(link) ?? `${address}/q/${id}`,
    upvotes: parsed.data.score ?? null,
    comments: answers ?? null,
    createdAt: new Date(seconds * 1000),
    sample: false,
    attribution: attributionOf(parsed.data),
  }
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
async function ask(
  { site, key, http, apiUrl, budget, clock }: StackExchange,
  { path, query }: { path: string; query: Readonly<Record<string, string>> },
  deadline: Deadline,
) {
  const own = { site: site.name, ...(key === null ? {} : { key }) }
  const answer = await http.ask({ url: `${apiUrl}${path}`, query: { ...query, ...own } }, deadline)
  const read = parseAnswer(page, answer, 'is no list of questions')
  if (read.backoff) await budget.pause(read.backoff * 1000)
  if (read.quota_remaining != null)
    await budget.learn(read.quota_remaining, dayMs - (clock().getTime() % dayMs))
  const posts = read.items.flatMap((one) => readQuestion(one, site) ?? [])
  return {
    posts,
    ids: read.items.flatMap((one) => {
      const id: unknown = Object(one).question_id
      return typeof id === 'number' ? [`${id}`] : []
    }),
    leftOut: read.items.length - posts.length,
    hasMore: read.has_more === true,
  }
}

/** In `/search/advanced` semicolons mean any of the tags; in `/questions` they would mean all. */
async function search(parts: StackExchange, q: string, deadline: Deadline) {
  const tags = parts.site.communities
  const tagged: Record<string, string> = tags.length === 0 ? {} : { tagged: tags.join(';') }
  const order = { sort: 'relevance', order: 'desc', filter: 'withbody', pagesize: `${searchSize}` }
  const query = { q, ...order, ...tagged }
  const { posts, leftOut, hasMore } = await ask(parts, { path: '/search/advanced', query }, deadline)
  const notes = hasMore ? [`It has more matches than the best ${searchSize}, which were read.`] : []
  return { posts, leftOut, leftOutKinds: 'other entries', notes }
}

const newest = 'newest questions'

async function readPage(parts: StackExchange, asked: { value: string; number: number }, deadline: Deadline) {
  const { value, number } = asked
  const tag: Record<string, string> = value === newest ? {} : { tagged: value }
  const order = { sort: 'creation', order: 'desc', filter: 'withbody', pagesize: `${pageSize}` }
  const query = { ...order, ...tag, page: `${number}` }
  const { posts, hasMore } = await ask(parts, { path: '/questions', query }, deadline)
  return { posts, next: hasMore && number < lastPage ? `${number + 1}` : null }
}

/** A hundred a call, believed while the site shows any. */
async function findGone(parts: StackExchange, sourceIds: readonly string[], deadline: Deadline) {
  const asked = sourceIds.filter((id) => /^\d{1,12}$/u.test(id))
  const request = { path: `/questions/${asked.join(';')}`, query: { pagesize: `${pageSize}` } }
  const ids = asked.length === 0 ? [] : (await ask(parts, request, deadline)).ids
  const gone = sourceIds.filter((id) => !ids.includes(id))
  if (gone.length > 0 && ids.length === 0) {
    const query = { sort: 'creation', pagesize: '1' }
    const shown = await ask(parts, { path: '/questions', query }, deadline)
    if (shown.ids.length === 0) throw new SourceRefused('shows no questions', 404)
  }
  return gone
}

/**
 * One site, searched in titles and texts; what is excluded is left out afterwards. Its newest questions, or those of
 * some tags, are read: keywords would cost calls that a day does not have.
 */
export function stackExchangeSource(parts: StackExchange): LiveSource {
  const { name, communities } = parts.site
  return liveSource({
    ...parts,
    name,
    writeQuery: (terms) => writtenQuery(terms.filter(({ excluded }) => !excluded)),
    read: (q, deadline) => search(parts, q, deadline),
    reads: () => false,
    own: communities.length === 0 ? [newest] : communities,
    readPage: ({ value }, after, deadline) =>
      readPage(parts, { value, number: Number(after ?? 1) }, deadline),
    check: { idsPerCall: pageSize, findGone: (ids, deadline) => findGone(parts, ids, deadline) },
  })
}
