import * as z from 'zod/mini'
import { type RedditPost, readRedditPost } from '../reddit/reddit-post.ts'
import { parseAnswer } from '../source-calls/reply-fields.ts'

const page = z.object({ data: z.array(z.unknown()) })

const own = z.object({
  created_utc: z.catch(z.nullish(z.coerce.number()), null),
  _meta: z.catch(z.nullish(z.object({ retrieved_2nd_on: z.optional(z.unknown()) })), null),
})

/** Numbers are read anew after about 36 h; until then they are those of the first second. */
const numbersSettleMs = 48 * 3_600_000

/** Unknown rather than 1 and 0 while the archive has not looked again. */
function withKnownNumbers(one: RedditPost, value: unknown, now: Date): RedditPost {
  if (one.kind !== 'post') return one
  const again = own.safeParse(value).data?._meta?.retrieved_2nd_on
  const settled = typeof again === 'number' && again > 0
  const old = now.getTime() - one.post.createdAt.getTime() >= numbersSettleMs
  return settled || old ? one : { kind: 'post', post: { ...one.post, upvotes: null, comments: null } }
}

export type ArcticShiftPage = {
  posts: RedditPost[]
  /** Unix seconds of the last one; null when there are none. */
  lastAt: number | null
}

/** A page of posts in Reddit's shape; one that is none throws a `SourceNonsense`. */
export function readArcticShift(answer: unknown, now: Date): ArcticShiftPage {
  const { data } = parseAnswer(page, answer, 'is no list of posts')
  const posts = data.map((value) => withKnownNumbers(readRedditPost(value), value, now))
  const last = own.safeParse(data.at(-1)).data?.created_utc
  return { posts, lastAt: last === undefined || last === null ? null : Math.floor(last) }
}
