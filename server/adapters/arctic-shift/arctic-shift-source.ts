import * as z from 'zod/mini'
import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/source-ports.ts'
import { findGone, leftOutKinds, type RedditPost, readRedditPost, sortOut } from '../reddit/reddit-post.ts'
import { liveSource, type SourceCalls } from '../source-calls/live-source.ts'
import { entries, parseAnswer } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'

const page = z.object({ data: entries })

const own = z.object({
  created_utc: z.catch(z.nullish(z.coerce.number()), null),
  _meta: z.catch(z.nullish(z.object({ retrieved_2nd_on: z.optional(z.unknown()) })), null),
})

/**
 * Arctic Shift updates upvotes and comments after about 36 hours. Until then it has the numbers at creation.
 */
const numbersSettleMs = 48 * 3_600_000

/** The post, with null for upvotes and comments as long as the archive only has the numbers at creation. */
function withKnownNumbers(one: RedditPost, value: unknown, now: Date): RedditPost {
  if (one.kind !== 'post') return one
  const again = own.safeParse(value).data?._meta?.retrieved_2nd_on
  const settled = typeof again === 'number' && again > 0
  const old = now.getTime() - one.post.createdAt.getTime() >= numbersSettleMs
  return settled || old ? one : { ...one, post: { ...one.post, upvotes: null, comments: null } }
}

/** A page of posts in Reddit's format; otherwise throws a `MalformedSourceReply`. */
function readArcticShift(answer: unknown, now: Date) {
  const { data } = parseAnswer(page, answer, 'is no list of posts')
  const posts = data.map((value) => withKnownNumbers(readRedditPost(value), value, now))
  const last = own.safeParse(data.at(-1)).data?.created_utc
  /** Unix seconds of the last post; null for an empty page. */
  const lastAt = last === undefined || last === null ? null : Math.floor(last)
  return { posts, lastAt }
}

export type ArcticShift = SourceCalls & {
  url: string
  communities: readonly string[]
  clock: Clock
}

/**
 * The server refuses slow queries with the same status as invalid ones. A retry of a slow query may succeed,
 * because the server then has the data in memory.
 */
export function isTemporary(status: number, text: string): boolean {
  return status === 422 && /time(?:d )?\s?out|slow down/iu.test(text.slice(0, 1000))
}

type Failed = { community: string; error: SourceError }[]

/** The number of concurrent calls, which the owner of Arctic Shift considers polite. */
const atOnce = 2
const pageSize = 100

const dayMs = 86_400_000
/** The period in days that a search covers at each attempt. Null means unlimited. */
const searchedDays = [null, 730, 365, 90] as const

type Asked = { subreddit: string } & Record<string, string>

/**
 * Requests posts of a community. Each retry after a timeout asks for half as many posts; a retry of a search
 * also covers a shorter period.
 */
async function ask({ http, url, clock }: ArcticShift, query: Asked, deadline: Deadline) {
  const now = clock()
  let limit = pageSize
  let after: Date | null = null
  function whenSlow(tries: number): Record<string, string> {
    limit = Math.max(1, Math.floor(pageSize / 2 ** tries))
    const days = 'query' in query ? (searchedDays[tries - 1] ?? null) : null
    after = days === null ? null : new Date(now.getTime() - days * dayMs)
    return { limit: `${limit}`, ...(after && { after: `${Math.floor(after.getTime() / 1000)}` }) }
  }
  const search = { ...query, limit: `${limit}`, sort: 'desc' }
  const answer = await http.ask({ url: `${url}/api/posts/search`, query: search, whenSlow }, deadline)
  const read = readArcticShift(answer, now)
  // A server that does not know the filter returns the posts of all communities.
  const others = read.posts.flatMap((one) => (isOther(one, query.subreddit) ? [one.post.createdAt] : []))
  const posts = read.posts.map((one) => (isOther(one, query.subreddit) ? leftOut(one) : one))
  return { ...read, posts, others, isFull: read.posts.length >= limit, limit, after: after as Date | null }
}

type KeptPost = Extract<RedditPost, { kind: 'post' }>

const isOther = (one: RedditPost, subreddit: string): one is KeptPost =>
  one.kind === 'post' && one.post.community.toLowerCase() !== subreddit.toLowerCase()

const leftOut = ({ sourceId }: KeptPost): RedditPost => ({ kind: 'left-out', sourceId })

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** Reports how much was read of a community that was too slow to be read completely. */
function describeSlow(subreddit: string, { limit, after }: { limit: number; after: Date | null }): string[] {
  if (limit === pageSize) return []
  const since = after === null ? '' : `, since ${day.format(after)}`
  return [`In ${subreddit} it was slow, so only its newest ${limit} matches${since}, were requested.`]
}

/** The newest matches of every community. If one community fails, the posts of the others are kept. */
async function readAll(deps: ArcticShift, query: string, deadline: Deadline) {
  const read: RedditPost[] = []
  const failed: Failed = []
  const slow: string[] = []
  const waiting = deps.communities.values()
  const readSome = async () => {
    for (const subreddit of waiting) {
      try {
        if (deadline.leftMs() <= 0) throw new SourceError('was not queried, because the time was up')
        const answer = await ask(deps, { subreddit, query }, deadline)
        read.push(...answer.posts)
        slow.push(...describeSlow(subreddit, answer))
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        failed.push({ community: subreddit, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  const [first] = failed
  if (first !== undefined && failed.length === deps.communities.length) throw first.error
  return { read, failed, slow }
}

function describeFailed(failed: Failed): string[] {
  const byReason = Map.groupBy(failed, ({ error }) => error.message)
  return [...byReason].map(
    ([reason, some]) => `In ${some.map(({ community }) => community).join(', ')} it ${reason}.`,
  )
}

/**
 * Posts of chosen communities of Reddit, from the archive of Arctic Shift. They are stored as posts of
 * Reddit. Posts that are deleted in the archive or unknown to it count as deleted. The archive reads a post
 * twice within two days, so it misses later deletions.
 */
export function arcticShiftSource(deps: ArcticShift) {
  const { http, url, communities, clock } = deps
  return liveSource({
    ...deps,
    name: 'arctic-shift',
    checkedAs: 'reddit',
    leftOutKinds: `${leftOutKinds}, and those of other communities`,
    async read(query, deadline) {
      const { read, failed, slow } = await readAll(deps, query, deadline)
      const notes = [`Only these communities were searched: ${communities.join(', ')}.`]
      const { posts, leftOut } = sortOut(read)
      posts.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      return { posts, leftOut, notes: [...notes, ...slow, ...describeFailed(failed)] }
    },
    // Keywords can only be searched within a community.
    reads: (kind) => kind === 'community',
    async readPage({ kind, value }, after, deadline) {
      const subreddit = value.trim().replace(/^\/?r\//u, '')
      if (kind !== 'community' || !/^\w{2,21}$/u.test(subreddit)) return null
      const query = { subreddit, ...(after === null ? {} : { before: after }) }
      const { posts, others, lastAt, isFull } = await ask(deps, query, deadline)
      // The next page repeats the last second, so that no other post of that second is lost.
      const next = isFull && lastAt !== null ? `${lastAt + 1}` : null
      return { posts: sortOut(posts).posts, others, next }
    },
    check: {
      idsPerCall: 500,
      async findGone(ids, deadline) {
        const request = { url: `${url}/api/posts/ids`, query: { ids: ids.join(',') } }
        return findGone(ids, readArcticShift(await http.ask(request, deadline), clock()).posts)
      },
    },
  })
}
