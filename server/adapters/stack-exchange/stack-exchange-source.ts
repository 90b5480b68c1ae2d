import * as z from 'zod/mini'
import { cutText } from '#contract/cut-text.ts'
import type { Clock } from '#server/clock.ts'
import type { CallBudget, PostAttribution, SourceIdentity } from '#server/source-ports.ts'
import { unescapeHtml } from '../hacker-news/plain-text.ts'
import { htmlToText, plainTitle } from '../html-text/html-to-text.ts'
import { liveSource, onlyBest, type SourceCalls } from '../source-calls/live-source.ts'
import {
  entries,
  flag,
  parseAnswer,
  score,
  text,
  unixSeconds,
  webAddress,
} from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'
import { SourceRefused } from '../source-calls/source-failure.ts'
import { writtenWanted } from '../source-calls/written-query.ts'
import { findOthers } from './asked-tags.ts'

export type StackExchange = SourceCalls & {
  site: Pick<SourceIdentity, 'name' | 'address' | 'title' | 'communities'>
  budget: Pick<CallBudget, 'learn' | 'pause'>
  apiUrl: string
  /** The operator's key. Without a key, 300 calls a day are allowed. */
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
  tags: z.catch(z.array(z.string()), []),
  owner: z.catch(z.nullish(z.object({ display_name: text, link: text })), null),
})

const page = z.object({
  items: entries,
  has_more: flag,
  backoff: z.catch(z.nullish(z.int().check(z.gte(0), z.lte(86_400))), null),
  quota_remaining: z.catch(z.nullish(z.int().check(z.gte(0))), null),
})

/** The licence has the name that the site uses, such as `CC BY-SA 4.0`. */
function attributionOf({ owner, content_license: named }: z.infer<typeof question>): PostAttribution {
  const author = cutText(plainTitle(unescapeHtml(owner?.display_name ?? '')), 200)
  const version = /^CC BY-SA (\d\.\d)$/u.exec(named ?? '')?.[1] ?? '4.0'
  return {
    author: author === '' ? 'a deleted user' : author,
    authorUrl: webAddress(owner?.link),
    license: `CC BY-SA ${version}`,
    licenseUrl: `https://creativecommons.org/licenses/by-sa/${version}/`,
  }
}

function readQuestion(value: unknown, { name, address, title: community }: StackExchange['site']) {
  const parsed = question.safeParse(value)
  if (!parsed.success) return null
  const { question_id: id, link, answer_count: answers, creation_date: seconds } = parsed.data
  const title = plainTitle(unescapeHtml(parsed.data.title))
  if (title === '') return null
  const post = {
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
  return { post, tags: parsed.data.tags }
}

/**
 * `posts` are the questions with a requested tag, or all questions if no tag is requested. `others` has the
 * dates of the remaining questions.
 */
function readQuestions(items: readonly unknown[], site: StackExchange['site'], asked: readonly string[]) {
  const read = items.flatMap((one) => readQuestion(one, site) ?? [])
  const others = new Set(findOthers(read, asked))
  return {
    posts: read.filter((one) => !others.has(one)).map(({ post }) => post),
    others: [...others].map(({ post }) => post.createdAt),
  }
}

const searchSize = 50
const pageSize = 100
/** Later pages require a key. */
const lastPage = 25

/** Rate limits come with status 400 and a delay. */
export function findThrottle(status: number, text: string): boolean | number {
  if (status !== 400 || !text.slice(0, 1000).includes('throttle_violation')) return false
  const seconds = Number(/available in (\d{1,6}) seconds/u.exec(text)?.[1] ?? 60)
  return Math.min(Math.max(seconds, 1), 86_400) * 1000
}

const dayMs = 86_400_000

const newest = 'newest questions'

/**
 * One site of Stack Exchange. Titles and texts are searched; excluded words are filtered afterwards. The scan
 * reads the newest questions, or those with certain tags. The daily quota is too small for keywords.
 */
export function stackExchangeSource(parts: StackExchange) {
  const { site, key, http, apiUrl, budget, clock } = parts
  const { name, communities: tags } = site

  /** Two fields of a response apply to all later calls: a pause, and the remaining quota. */
  async function ask(path: string, deadline: Deadline, query: Record<string, string>) {
    const asked = query.tagged?.split(';') ?? []
    const own = { site: name, ...(key === null ? {} : { key }) }
    const answer = await http.ask({ url: `${apiUrl}${path}`, query: { ...query, ...own } }, deadline)
    const { items, ...read } = parseAnswer(page, answer, 'is no list of questions')
    const { backoff, quota_remaining: left } = read
    if (backoff) await budget.pause(backoff * 1000)
    if (left != null) await budget.learn(left, dayMs - (clock().getTime() % dayMs))
    return { items, ...readQuestions(items, site, asked), hasMore: read.has_more === true }
  }

  async function askIds(path: string, deadline: Deadline, query: Record<string, string>): Promise<string[]> {
    const { items } = await ask(path, deadline, query)
    const ids = items.map((one): unknown => Object(one).question_id)
    return ids.flatMap((id) => (typeof id === 'number' ? [`${id}`] : []))
  }

  return liveSource({
    ...parts,
    name,
    leftOutKinds: 'other entries',
    writeQuery: writtenWanted,
    async read(q, deadline) {
      // Here semicolons mean any of the tags; in `/questions` they would mean all of them.
      const tagged: Record<string, string> = tags.length === 0 ? {} : { tagged: tags.join(';') }
      const order = { sort: 'relevance', order: 'desc', filter: 'withbody', pagesize: `${searchSize}` }
      const { items, posts, hasMore } = await ask('/search/advanced', deadline, { q, ...order, ...tagged })
      return { posts, leftOut: items.length - posts.length, notes: onlyBest(searchSize, hasMore) }
    },
    reads: () => false,
    own: tags.length === 0 ? [newest] : tags,
    async readPage({ value }, after, deadline) {
      const number = Number(after ?? 1)
      const order = { sort: 'creation', order: 'desc', filter: 'withbody', pagesize: `${pageSize}` }
      const query = { ...order, page: `${number}`, ...(value === newest ? {} : { tagged: value }) }
      const { posts, others, hasMore } = await ask('/questions', deadline, query)
      return { posts, others, next: hasMore && number < lastPage ? `${number + 1}` : null }
    },
    check: {
      idsPerCall: pageSize,
      /**
       * Asks about a hundred posts per call. Missing posts count as deleted only if the site returns at least
       * one post.
       */
      async findGone(sourceIds, deadline) {
        const asked = sourceIds.filter((id) => /^\d{1,12}$/u.test(id)).join(';')
        const ids =
          asked === '' ? [] : await askIds(`/questions/${asked}`, deadline, { pagesize: `${pageSize}` })
        if (ids.length === 0) {
          const shown = await askIds('/questions', deadline, { sort: 'creation', pagesize: '1' })
          if (shown.length === 0) throw new SourceRefused('shows no questions', 404)
        }
        return sourceIds.filter((id) => !ids.includes(id))
      },
    },
  })
}
