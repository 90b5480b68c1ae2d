import { boundedDeadline } from '#server/adapters/source-calls/source-clock.ts'
import type { FeedPage, PostFeed } from '#server/ports.ts'
import { readArcticShift } from './arctic-shift-posts.ts'
import type { ArcticShift } from './arctic-shift-source.ts'

const feedMs = 90_000
const pageSize = 100

/** New posts of a community. Keywords cannot be asked for without one; a name it cannot have is an empty page. */
export function arcticShiftFeed({ http, url, clock, sourceClock }: ArcticShift): PostFeed {
  return {
    source: 'arctic-shift',
    reads: (kind) => kind === 'community',
    async listNew({ kind, value }, after, signal): Promise<FeedPage> {
      const subreddit = value.trim().replace(/^\/?r\//u, '')
      if (kind !== 'community' || !/^\w{2,21}$/u.test(subreddit)) return { posts: [], next: null }
      const from: Record<string, string> = after === null ? {} : { before: after }
      const search = { subreddit, limit: `${pageSize}`, sort: 'desc', ...from }
      const deadline = boundedDeadline(feedMs, signal, sourceClock)
      const answer = await http.ask({ url: `${url}/api/posts/search`, query: search }, deadline)
      const { posts, lastAt } = readArcticShift(answer, clock())
      // A second later, so that posts of the same second are not lost between two pages.
      const next = posts.length >= pageSize && lastAt !== null ? `${lastAt + 1}` : null
      return {
        posts: posts.flatMap((one) => (one.kind === 'post' ? [one.post] : [])),
        next: next === after ? null : next,
      }
    },
  }
}
