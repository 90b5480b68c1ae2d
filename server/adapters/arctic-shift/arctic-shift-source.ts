import * as z from 'zod/mini'
import { type Clock, SourceError } from '#server/ports.ts'
import { findGone, leftOutKinds, type RedditPost, readRedditPost, sortOut } from '../reddit/reddit-post.ts'
import { liveSource, type SourceCalls } from '../source-calls/live-source.ts'
import { parseAnswer } from '../source-calls/reply-fields.ts'
import type { Deadline } from '../source-calls/source-clock.ts'

const page = z.object({ data: z.array(z.unknown()) })

const own = z.object({
  created_utc: z.catch(z.nullish(z.coerce.number()), null),
  _meta: z.catch(z.nullish(z.object({ retrieved_2nd_on: z.optional(z.unknown()) })), null),
})

/** Numbers are read again after about 36 h; until then they are those of the first second. */
const numbersSettleMs = 48 * 3_600_000

/** Unknown rather than 1 and 0 while the archive has not looked again. */
function withKnownNumbers(one: RedditPost, value: unknown, now: Date): RedditPost {
  if (one.kind !== 'post') return one
  const again = own.safeParse(value).data?._meta?.retrieved_2nd_on
  const settled = typeof again === 'number' && again > 0
  const old = now.getTime() - one.post.createdAt.getTime() >= numbersSettleMs
  return settled || old ? one : { ...one, post: { ...one.post, upvotes: null, comments: null } }
}

/** A page of posts in Reddit's shape; one that is none throws a `MalformedSourceReply`. */
function readArcticShift(answer: unknown, now: Date) {
  const { data } = parseAnswer(page, answer, 'is no list of posts')
  const posts = data.map((value) => withKnownNumbers(readRedditPost(value), value, now))
  const last = own.safeParse(data.at(-1)).data?.created_utc
  /** Unix seconds of the last one; null when there are none. */
  const lastAt = last === undefined || last === null ? null : Math.floor(last)
  return { posts, lastAt }
}

export type ArcticShift = SourceCalls & {
  url: string
  communities: readonly string[]
  clock: Clock
}

/** Slow queries are refused as if they were wrong; a later try may find the database warm. */
export function isTemporary(status: number, text: string): boolean {
  return status === 422 && /time(?:d )?\s?out|slow down/iu.test(text.slice(0, 1000))
}

type Failed = { community: string; error: SourceError }[]

/** What its owner calls polite. */
const atOnce = 2
const pageSize = 100

async function ask({ http, url, clock }: ArcticShift, query: Record<string, string>, deadline: Deadline) {
  const search = { ...query, limit: `${pageSize}`, sort: 'desc' }
  return readArcticShift(await http.ask({ url: `${url}/api/posts/search`, query: search }, deadline), clock())
}

/** The newest matches of every community; those that fail leave the posts of the others. */
async function readAll(deps: ArcticShift, query: string, deadline: Deadline) {
  const read: RedditPost[] = []
  const failed: Failed = []
  const waiting = deps.communities.values()
  const readSome = async () => {
    for (const subreddit of waiting) {
      try {
        if (deadline.leftMs() <= 0) throw new SourceError('was not asked, since the time was over')
        read.push(...(await ask(deps, { subreddit, query }, deadline)).posts)
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        failed.push({ community: subreddit, error })
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readSome))
  const [first] = failed
  if (first !== undefined && failed.length === deps.communities.length) throw first.error
  return { read, failed }
}

function describeFailed(failed: Failed): string[] {
  const byReason = Map.groupBy(failed, ({ error }) => error.message)
  return [...byReason].map(
    ([reason, some]) => `In ${some.map(({ community }) => community).join(', ')} it ${reason}.`,
  )
}

/**
 * Reddit's posts as the archive of Arctic Shift has them, in chosen communities; stored as Reddit's. Gone are those
 * that are deleted or not known there: it looks twice in two days, so that later deletions are not seen.
 */
export function arcticShiftSource(deps: ArcticShift) {
  const { http, url, communities, clock } = deps
  return liveSource({
    ...deps,
    name: 'arctic-shift',
    checkedAs: 'reddit',
    leftOutKinds,
    async read(query, deadline) {
      const { read, failed } = await readAll(deps, query, deadline)
      const notes = [`Only these communities were searched: ${communities.join(', ')}.`]
      const { posts, leftOut } = sortOut(read)
      posts.sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      return { posts, leftOut, notes: [...notes, ...describeFailed(failed)] }
    },
    // Keywords cannot be asked for without a community.
    reads: (kind) => kind === 'community',
    async readPage({ kind, value }, after, deadline) {
      const subreddit = value.trim().replace(/^\/?r\//u, '')
      if (kind !== 'community' || !/^\w{2,21}$/u.test(subreddit)) return null
      const query = { subreddit, ...(after === null ? {} : { before: after }) }
      const { posts, lastAt } = await ask(deps, query, deadline)
      // A second later, so that posts of the same second are not lost between two pages.
      const next = posts.length >= pageSize && lastAt !== null ? `${lastAt + 1}` : null
      return { posts: sortOut(posts).posts, next }
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
